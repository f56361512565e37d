// The colours of fields, and of everything else where style sheets do not reach.

export type Rgb = [number, number, number]; // 0 to 255, sRGB

/** OKLab (Ottosson 2020) to linear sRGB, which may leave [0, 1]. */
function linearFromOklab(lightness: number, a: number, b: number): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function encodeSrgb(linear: number): number {
  const c = Math.min(Math.max(linear, 0), 1);
  return Math.round(255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}

type Lab = [number, number, number];

/** Lightness, chroma and hue [degrees] of OKLab's cylinder. */
function oklch(lightness: number, chroma: number, hue: number): Lab {
  const angle = (hue * Math.PI) / 180;
  return [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** 256 colours at even distances on the curve through `knots`: equal differences of a field look equal. */
function coloursAlong(knots: Lab[]): Rgb[] {
  const lengths = [0];
  for (let i = 1; i < knots.length; ++i)
    lengths.push(lengths[i - 1] + Math.hypot(...knots[i].map((value, c) => value - knots[i - 1][c])));
  let piece = 1;
  return Array.from({ length: 256 }, (_, k) => {
    const target = (lengths[lengths.length - 1] * k) / 255;
    while (piece + 1 < lengths.length && lengths[piece] < target) ++piece;
    const share = Math.min((target - lengths[piece - 1]) / (lengths[piece] - lengths[piece - 1]), 1);
    const [l, a, b] = knots[piece].map((value, c) => (1 - share) * knots[piece - 1][c] + share * value);
    return linearFromOklab(l, a, b).map(encodeSrgb) as Rgb;
  });
}

/**
 * From dark violet over green to light yellow, for amounts. Lightness grows evenly, so the order survives grey print and
 * most kinds of colour blindness; the chroma stays inside what a screen can show. The colours of `tulle render`
 * (src/render/colour_map.cpp).
 */
function sequentialColours(): Rgb[] {
  const chromas = [[0, 0.125], [0.2, 0.125], [0.45, 0.095], [0.6, 0.105], [0.8, 0.155], [1, 0.175]];
  const knots = Array.from({ length: 65 }, (_, i) => {
    const t = i / 64;
    const upper = Math.max(chromas.findIndex(([end]) => end >= t), 1);
    const [[t0, c0], [t1, c1]] = [chromas[upper - 1], chromas[upper]];
    return oklch(0.28 + 0.65 * t, c0 + ((t - t0) / (t1 - t0)) * (c1 - c0), 305 - 198 * t);
  });
  return coloursAlong(knots);
}

/** Blue below, nearly white at zero, red above: for what has a sign. */
function divergingColours(): Rgb[] {
  const dark = 0.44;
  const light = 0.95;
  const between = 0.5 * (dark + light);
  const knots = [oklch(dark, 0.15, 258), oklch(between, 0.105, 250), oklch(light, 0, 0)];
  return coloursAlong([...knots, oklch(between, 0.105, 40), oklch(dark, 0.15, 27)]);
}

export function fieldColours(isSigned: boolean): Rgb[] {
  return isSigned ? divergingColours() : sequentialColours();
}

export interface Theme {
  background: number;
  grid: number;
  shadow: number; // opacity of shadows on the ground
  cloths: number[]; // taken in turn
  obstacle: number;
  wire: number;
  sky: number; // light from above and from below
  ground: number;
  ambient: number;
  series: string[]; // lines of charts
}

const light: Theme = {
  background: 0xeef1f3,
  grid: 0x8895a1,
  shadow: 0.2,
  cloths: [0xc4624a, 0x3f6a94, 0x6f8f5a, 0xc29a3d, 0x7d5a8c],
  obstacle: 0xe2e0d9,
  wire: 0x20262c,
  sky: 0xffffff,
  ground: 0xb9b2a6,
  ambient: 1.9,
  series: ['#b9563f', '#2f6ea5', '#5a8a3a', '#a67a00', '#84539b', '#1d2730'],
};

const dark: Theme = {
  background: 0x15191e,
  grid: 0x5d6a76,
  shadow: 0.35,
  cloths: [0xc9684f, 0x5585b5, 0x86a86e, 0xd0a94d, 0x9673a6],
  obstacle: 0x989da2,
  wire: 0xe8edf1,
  sky: 0xdfe8f2,
  ground: 0x4a4743,
  ambient: 1.6,
  series: ['#e0806a', '#6aa9de', '#93bf74', '#dcb44c', '#bb8ecf', '#e4eaef'],
};

export function theme(isDark: boolean): Theme {
  return isDark ? dark : light;
}
