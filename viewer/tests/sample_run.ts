// A cloth that sinks through a wave, over a box: small, and with fields of which the colours are known.

import type { SampleRun } from './encode.ts';

const columns = 24;
const frames = 20;
const spacing = 1 / (columns - 1); // m

function gridFaces(): number[] {
  const faces: number[] = [];
  for (let b = 0; b + 1 < columns; ++b)
    for (let a = 0; a + 1 < columns; ++a) {
      const i = a + b * columns;
      faces.push(i, i + 1, i + columns + 1, i, i + columns + 1, i + columns);
    }
  return faces;
}

export function boxMesh(half: number, top: number): { vertices: number[]; faces: number[] } {
  const vertices: number[] = [];
  for (let corner = 0; corner < 8; ++corner)
    vertices.push(corner & 1 ? half : -half, corner & 2 ? half : -half, corner & 4 ? top : top - 2 * half);
  const quads = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];
  const faces: number[] = [];
  for (let q = 0; q < quads.length; q += 4)
    faces.push(quads[q], quads[q + 1], quads[q + 2], quads[q], quads[q + 2], quads[q + 3]);
  return { vertices, faces };
}

export function sampleRun(): SampleRun {
  const grid = Array.from({ length: columns * columns }, (_, i) => [i % columns, Math.floor(i / columns)]);
  const positions = Array.from({ length: frames }, (_, frame) =>
    grid.flatMap(([a, b]) => {
      const x = a * spacing - 0.5;
      const y = b * spacing - 0.5;
      return [x, y, 0.5 - 0.02 * frame + 0.08 * Math.sin(6 * (x + y) + 0.6 * frame)];
    }),
  );
  const all = (value: number): number[] => new Array<number>(columns * columns).fill(value);
  return {
    scene: 'sample',
    fps: 25,
    frames: Array.from({ length: frames }, (_, i) => i),
    frameCount: frames,
    cloths: [
      {
        name: 'cloth',
        particles: columns * columns,
        faces: gridFaces(),
        uvs: grid.flatMap(([a, b]) => [a * spacing, b * spacing]),
      },
    ],
    obstacles: [{ name: 'box', shape: 'box', ...boxMesh(0.2, 0) }],
    positions,
    fields: [
      // The same everywhere, and larger with every frame: the whole cloth goes from the first colour to the last.
      { name: 'age', unit: 's', description: 'time', values: positions.map((_, frame) => all(frame / 25)) },
      {
        name: 'height',
        unit: 'm',
        description: 'above the ground',
        values: positions.map((frame) => frame.filter((_, i) => i % 3 === 2)),
      },
    ],
    metrics: {
      columns: ['frame', 'time_s', 'energy_kinetic_J', 'energy_total_J', 'largest_stretch', 'mean_stretch', 'contacts'],
      rows: positions.map((_, i) => [i, i / 25, Math.sin(i / 5) ** 2, 1 - i / 40, 0.02 * i, 0.01 * i, 3 * i]),
    },
  };
}

/** Three rows of four: a turn about the vertical by `angle` (radians), then a shift. */
export function pose(angle: number, shift: [number, number, number]): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, -s, 0, shift[0], s, c, 0, shift[1], 0, 0, 1, shift[2]];
}

/** Vertices where a pose takes them. */
export function posed(vertices: number[], rows: number[]): number[] {
  return vertices.map((_, i) => {
    const [x, y, z] = vertices.slice(i - (i % 3));
    const row = rows.slice(4 * (i % 3));
    return row[0] * x + row[1] * y + row[2] * z + row[3];
  });
}

/** The cloth of the sample stands still, and below it a box turns and goes away: by its poses, or point by point. */
export function movingRun(kind: 'rigid' | 'deforming'): SampleRun {
  const sample = sampleRun();
  const box = boxMesh(0.2, 0);
  const poses = sample.frames.map((frame) => pose(0.05 * frame, [0.05 * frame, -0.02 * frame, 0.01 * frame]));
  const positions = poses.map((rows) => posed(box.vertices, rows));
  return {
    ...sample,
    obstacles: [{ name: 'box', shape: 'mesh', ...box, ...(kind === 'rigid' ? { poses } : { positions }) }],
    positions: sample.positions.map(() => sample.positions[0]),
  };
}
