// Which number of a field has which colour: the rules of `tulle render` (src/render/colour_map.cpp).

import type { FieldInfo, Run } from './decode.ts';

export interface ColourScale {
  min: number;
  max: number;
  isSigned: boolean; // diverging colours, zero in the middle
}

/** A field as it is shown. */
export interface ShownField {
  info: FieldInfo;
  levels: Uint8Array;
  scale: ColourScale;
  places: Float32Array; // of the colour of each level, from 0 to 1 in the table of colours
}

/**
 * Symmetric about zero where both signs matter, from zero for amounts of which the smallest is near it or hardly below;
 * places are shown as they are.
 */
export function colourScale(min: number, max: number, isPlace = false): ColourScale {
  if (!isPlace) {
    if (-min > 0.25 * max && max > 0.25 * -min) {
      const extent = Math.max(-min, max);
      return { min: -extent, max: extent, isSigned: true };
    }
    if (max > -min && min < 0.25 * max) min = 0;
    else if (max <= -min && max > 0.25 * min) max = 0;
  }
  if (!(max > min)) max = min + Math.max(Math.abs(min), 1) * 1e-3;
  return { min, max, isSigned: false };
}

/** Ends of the levels that remain when a hundredth of all is left out on either side. */
export function middleLevels(levels: Uint8Array): { low: number; high: number } {
  const counts = new Float64Array(256);
  for (const level of levels) ++counts[level];
  const spare = levels.length / 100;
  let low = 0;
  for (let below = counts[0]; below <= spare && low < 254; below += counts[++low]);
  let high = 255;
  for (let above = counts[255]; above <= spare && high > low + 1; above += counts[--high]);
  return { low, high };
}

/** `trimmed`: the colours span the middle 98 % of the values; the few beyond have the colours of the ends. */
export function shownField({ info, levels }: Run['fields'][number], trimmed: boolean): ShownField {
  const { low, high } = trimmed ? middleLevels(levels) : { low: 0, high: 255 };
  const value = (level: number): number => info.min + (level / 255) * (info.max - info.min);
  const scale = colourScale(value(low), value(high), info.place);
  const places = Float32Array.from({ length: 256 }, (_, level) =>
    Math.min(Math.max((value(level) - scale.min) / (scale.max - scale.min), 0), 1),
  );
  return { info, levels, scale, places };
}
