// What src/output/view_page.cpp writes, once more: pages for tests without the program.

import { readFileSync } from 'node:fs';
import { crc32 as referenceCrc } from './reference_crc.ts';
import { posed } from './sample_run.ts';
import { deflateSync } from 'node:zlib';

export interface SampleRun {
  scene: string;
  fps: number;
  frames: number[];
  frameCount: number;
  cloths: { name: string; particles: number; faces: number[]; faceCounts?: number[]; uvs?: number[] }[];
  obstacles: {
    name: string;
    shape: string;
    vertices: number[];
    faces: number[];
    poses?: number[][]; // per frame, three rows of four
    positions?: number[][]; // per frame, instead of vertices
    omitted?: string;
  }[];
  positions: number[][]; // per frame x y z of every particle
  fields: { name: string; unit: string; description: string; values: number[][] }[];
  metrics: { columns: string[]; rows: number[][] };
  omitted?: string;
}

class Body {
  readonly table: Record<string, { offset: number; type: string; length: number }> = {};
  private readonly parts: Buffer[] = [];
  private length = 0;

  add(name: string, type: string, array: Uint8Array | Uint32Array | Float32Array | Float64Array): void {
    const padding = (8 - (this.length % 8)) % 8;
    this.parts.push(Buffer.alloc(padding), Buffer.from(array.buffer, array.byteOffset, array.byteLength));
    this.table[name] = { offset: this.length + padding, type, length: array.length };
    this.length += padding + array.byteLength;
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts);
  }
}

function encodePositions(frames: number[][], min: number[], max: number[]): Uint8Array {
  const particles = (frames[0]?.length ?? 0) / 3;
  const bytes = new Uint8Array(6 * particles * frames.length);
  frames.forEach((_, frame) => {
    for (let axis = 0; axis < 3; ++axis)
      for (let i = 0; i < particles; ++i) {
        const level = (at: number): number => {
          if (at < 0 || max[axis] === min[axis]) return 0;
          return Math.round(((frames[at][3 * i + axis] - min[axis]) / (max[axis] - min[axis])) * 65535);
        };
        const difference = ((level(frame) - level(frame - 1)) << 16) >> 16; // wraps like int16
        const zigzag = difference < 0 ? -2 * difference - 1 : 2 * difference;
        const low = (6 * frame + 2 * axis) * particles + i;
        bytes[low] = zigzag & 255;
        bytes[low + particles] = zigzag >> 8;
      }
  });
  return bytes;
}

function boundsOf(frames: number[][]): { min: number[]; max: number[] } {
  const axes = [0, 1, 2].map((axis) => frames.flatMap((frame) => frame.filter((_, i) => i % 3 === axis)));
  return { min: axes.map((values) => Math.min(...values)), max: axes.map((values) => Math.max(...values)) };
}

/** Of an obstacle that moves. */
function boundsInMotion({ vertices, poses, positions }: SampleRun['obstacles'][number]): object | undefined {
  if (positions !== undefined) return boundsOf(positions);
  const moved = poses?.map((rows) => posed(vertices, rows));
  return moved && boundsOf(moved);
}

export function encode(run: SampleRun): Buffer {
  const { min, max } = boundsOf(run.positions);
  const ranges = run.fields.map((field) => {
    const values = field.values.flat();
    return { min: Math.min(...values), max: Math.max(...values) };
  });

  const body = new Body();
  body.add('metrics', 'f64', new Float64Array(run.frames.flatMap((_, row) => run.metrics.rows[row])));
  if (run.omitted === undefined) {
    run.cloths.forEach((cloth, c) => {
      body.add(`faces ${c}`, 'u32', new Uint32Array(cloth.faces));
      if (cloth.faceCounts) body.add(`face counts ${c}`, 'u32', new Uint32Array(cloth.faceCounts));
      if (cloth.uvs) body.add(`uvs ${c}`, 'f32', new Float32Array(cloth.uvs));
    });
    run.obstacles.forEach((obstacle, o) => {
      if (obstacle.omitted !== undefined) return;
      const { vertices, poses, positions } = obstacle;
      if (positions !== undefined) {
        const bounds = boundsOf(positions);
        body.add(`obstacle ${o} positions`, 'u8', encodePositions(positions, bounds.min, bounds.max));
      } else {
        body.add(`obstacle ${o} vertices`, 'f32', new Float32Array(vertices));
      }
      if (poses !== undefined) body.add(`obstacle ${o} poses`, 'f32', new Float32Array(poses.flat()));
      body.add(`obstacle ${o} faces`, 'u32', new Uint32Array(obstacle.faces));
    });
    body.add('positions', 'u8', encodePositions(run.positions, min, max));
    run.fields.forEach((field, f) => {
      const range = ranges[f].max - ranges[f].min || 1;
      const levels = field.values.flat().map((value) => Math.round(((value - ranges[f].min) / range) * 255));
      body.add(`field ${f}`, 'u8', new Uint8Array(levels));
    });
  }

  const stream = deflateSync(body.bytes());
  let first = 0;
  const header = Buffer.from(
    JSON.stringify({
      version: 1,
      scene: run.scene,
      fps: run.fps,
      particles: run.cloths.reduce((sum, cloth) => sum + cloth.particles, 0),
      frame_count: run.frameCount,
      frames: run.frames,
      times: run.frames.map((frame) => frame / run.fps),
      bounds: { min, max },
      cloths: run.cloths.map((cloth) => {
        first += cloth.particles;
        return { name: cloth.name, first_particle: first - cloth.particles, particle_count: cloth.particles };
      }),
      obstacles: run.obstacles.map((obstacle) => {
        const { name, shape, omitted } = obstacle;
        return { name, shape, omitted, bounds: boundsInMotion(obstacle) };
      }),
      fields: run.fields.map(({ name, unit, description }, f) => ({ name, unit, description, ...ranges[f] })),
      metrics: run.metrics.columns,
      omitted: run.omitted,
      body_length: body.bytes().length,
      compressed_length: stream.length,
      arrays: body.table,
    }),
  );
  return withPrefix(header, stream);
}

export function withPrefix(header: Buffer, stream: Buffer): Buffer {
  const rest = Buffer.concat([header, stream]);
  const prefix = Buffer.from('TULLEVW1........');
  prefix.writeUInt32LE(header.length, 8);
  prefix.writeUInt32LE(referenceCrc(rest), 12);
  return Buffer.concat([prefix, rest]);
}

/** The built page with data in it. */
export function pageWith(payload: Buffer): string {
  const page = readFileSync(new URL('../../dist/view.html', import.meta.url), 'utf8');
  return page.replace('@TULLE_RUN_DATA@', () => payload.toString('base64'));
}
