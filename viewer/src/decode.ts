// The data of a page: base64 text of
//
//   "TULLEVW1" | u32 length of the header | u32 CRC-32 of all that follows these 16 bytes | header | zlib stream
//
// with numbers in little endian and a header in JSON (`Header` below). Its `arrays` find their way in the unpacked
// stream: offsets in bytes, lengths in elements.
//
//   faces C, uvs C               u32, f32   per cloth; uvs only where each particle has one pair
//   face counts C                u32        of a cloth that tears: how many faces, from the first on, each frame has
//   obstacle O vertices, faces   f32, u32   per obstacle that is not omitted
//   obstacle O poses             f32        of one that moves as a whole: per frame the three rows of a matrix that
//                                           takes (x y z 1) of a vertex to its place
//   obstacle O positions         u8         instead of vertices, of one that changes its shape: as positions, between
//                                           the ends of its own bounds
//   metrics                      f64        row after row, one per frame in the page; NaN where there is none
//   positions                    u8         per frame and axis the low bytes of all particles, then the high bytes, of
//                                           the zigzag difference to the frame before
//   field F                      u8         per frame and particle; 0 is the field's min, 255 its max
//
// src/output/view_page.cpp writes it.

import { crc32, DataError, decodeBase64, inflate } from './bytes.ts';

type Triple = [number, number, number];
/** Ends of the axes [m]. */
export type Bounds = { min: Triple; max: Triple };
type ArrayEntry = { offset: number; type: 'u8' | 'u32' | 'f32' | 'f64'; length: number };

export interface Header {
  version: number;
  scene: string;
  fps: number;
  particles: number;
  frame_count: number; // of the run; the page may show fewer
  frames: number[];
  times: number[]; // s
  bounds: Bounds; // of all particles in all frames
  cloths: { name: string; first_particle: number; particle_count: number }[];
  obstacles: { name: string; shape: string; bounds?: Bounds; omitted?: string }[];
  fields: FieldInfo[];
  metrics: string[];
  body_length: number;
  compressed_length: number;
  arrays: Record<string, ArrayEntry>;
  omitted?: string;
}

export interface FieldInfo {
  name: string;
  unit: string; // "1" for a ratio
  place?: boolean; // where something is rather than how much: zero is nothing special
  description: string;
  min: number;
  max: number;
}

export interface Cloth {
  name: string;
  firstParticle: number;
  particleCount: number;
  faces: Uint32Array;
  faceCounts: Uint32Array | null; // per frame: its faces are the first ones; null when all always are
  uvs: Float32Array | null;
}

export interface Obstacle {
  name: string;
  shape: string;
  faces: Uint32Array;
  vertices: Float32Array; // m; of the first frame when the shape changes
  bounds: Bounds | null; // in all frames, when it moves
  poses: Float32Array | null; // when it moves as a whole
  levels: Uint16Array | null; // when its shape changes: as those of the particles, between its own bounds
}

/** A run as the page shows it. */
export interface Run {
  header: Header;
  cloths: Cloth[];
  obstacles: Obstacle[];
  fields: { info: FieldInfo; levels: Uint8Array }[];
  metrics: { columns: string[]; values: Float64Array };
  levels: Uint16Array; // per frame, axis and particle: 0 and 65535 are the ends of the bounds
}

const prefix = 16; // bytes before the header
const magic = 'TULLEVW1';

export async function decodeRun(text: string): Promise<Run> {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.startsWith('@')) throw new DataError('There is no run in this page.');
  const bytes = decodeBase64(trimmed);
  const header = readHeader(bytes);
  const start = prefix + new DataView(bytes.buffer).getUint32(8, true);
  const body = await inflate(bytes.subarray(start), header.body_length);
  try {
    return assemble(header, body);
  } catch (error) {
    // The checksum was right, so this is a page of another kind of writer: say which array does not fit.
    throw error instanceof DataError ? error : new DataError(`The data is not as expected: ${String(error)}.`);
  }
}

function readHeader(bytes: Uint8Array<ArrayBuffer>): Header {
  const found = String.fromCharCode(...bytes.subarray(0, magic.length));
  if (bytes.length >= magic.length && found !== magic) throw new DataError('The data is not that of a run of Tulle.');
  if (bytes.length < prefix) throw new DataError(`The file was cut off: ${bytes.length} bytes of data are left.`);
  const view = new DataView(bytes.buffer);
  const end = prefix + view.getUint32(8, true);
  if (bytes.length < end) throw new DataError(`The file was cut off: ${bytes.length} bytes of data are left.`);

  let header: Header;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(prefix, end))) as Header;
  } catch {
    throw new DataError('The data is damaged: its header cannot be read.');
  }
  const expected = end + header.compressed_length;
  if (bytes.length < expected)
    throw new DataError(`The file was cut off: of ${expected} bytes of data, ${bytes.length} are left.`);
  if (crc32(bytes.subarray(prefix)) !== view.getUint32(12, true))
    throw new DataError('The data is damaged: its checksum is wrong.');
  if (header.version !== 1) throw new DataError(`The data has version ${header.version}; this page reads version 1.`);
  return header;
}

function assemble(header: Header, body: ArrayBuffer): Run {
  const kinds = { u8: Uint8Array, u32: Uint32Array, f32: Float32Array, f64: Float64Array };
  function find(name: string, type: ArrayEntry['type'], length?: number): ArrayBufferView | null {
    const entry = header.arrays[name];
    if (entry === undefined) return null;
    if (entry.type !== type || (length !== undefined && entry.length !== length))
      throw new DataError(`The data is not as expected: ${name} has ${entry.length} numbers of type ${entry.type}.`);
    return new kinds[type](body, entry.offset, entry.length);
  }
  function need<T extends ArrayBufferView>(name: string, type: ArrayEntry['type'], length?: number): T {
    const array = find(name, type, length);
    if (array === null) throw new DataError(`The data is not as expected: ${name} is missing.`);
    return array as T;
  }

  const frames = header.frames.length;
  const metrics = {
    columns: header.metrics,
    values: need<Float64Array>('metrics', 'f64', frames * header.metrics.length),
  };
  if (header.omitted !== undefined)
    return { header, cloths: [], obstacles: [], fields: [], metrics, levels: new Uint16Array(0) };

  const cloths = header.cloths.map((cloth, c) => ({
    name: cloth.name,
    firstParticle: cloth.first_particle,
    particleCount: cloth.particle_count,
    faces: checkedFaces(need<Uint32Array>(`faces ${c}`, 'u32'), cloth.particle_count, cloth.name),
    faceCounts: find(`face counts ${c}`, 'u32', frames) as Uint32Array | null,
    uvs: find(`uvs ${c}`, 'f32', 2 * cloth.particle_count) as Float32Array | null,
  }));
  for (const { name, faces, faceCounts } of cloths)
    if (faceCounts?.some((count) => 3 * count > faces.length))
      throw new DataError(`The data is not as expected: ${name} has fewer faces than are shown.`);
  const obstacles = header.obstacles.flatMap(({ name, shape, bounds = null, omitted }, o) => {
    if (omitted !== undefined || frames === 0) return [];
    const moved = find(`obstacle ${o} positions`, 'u8') as Uint8Array | null;
    if (moved !== null && (bounds === null || moved.length % (6 * frames) !== 0))
      throw new DataError(`The data is not as expected: the positions of ${name}.`);
    const levels = moved && decodeLevels(moved, frames, moved.length / (6 * frames));
    const vertices =
      levels && bounds ? firstPlaces(levels, bounds, frames) : need<Float32Array>(`obstacle ${o} vertices`, 'f32');
    const faces = checkedFaces(need<Uint32Array>(`obstacle ${o} faces`, 'u32'), vertices.length / 3, name);
    const poses = find(`obstacle ${o} poses`, 'f32', 12 * frames) as Float32Array | null;
    return [{ name, shape, faces, vertices, bounds, poses, levels }];
  });
  const fields = header.fields.map((info, f) => ({
    info,
    levels: need<Uint8Array>(`field ${f}`, 'u8', frames * header.particles),
  }));
  const packed = need<Uint8Array>('positions', 'u8', 6 * frames * header.particles);
  return { header, cloths, obstacles, fields, metrics, levels: decodeLevels(packed, frames, header.particles) };
}

function checkedFaces(faces: Uint32Array, vertices: number, name: string): Uint32Array {
  for (const corner of faces)
    if (corner >= vertices) throw new DataError(`A face of ${name} has corner ${corner} of ${vertices}.`);
  return faces;
}

/** Writes the places [m] that levels of 65535 mean, x y z after x y z, of the points from `first` on of `points`. */
export function readPlaces(
  levels: Uint16Array,
  { min, max }: Bounds,
  frame: number,
  points: number,
  first: number,
  places: Float32Array,
): void {
  const count = places.length / 3;
  for (let axis = 0; axis < 3; ++axis) {
    const start = (3 * frame + axis) * points + first;
    const scale = (max[axis] - min[axis]) / 65535;
    for (let i = 0; i < count; ++i) places[3 * i + axis] = min[axis] + scale * levels[start + i];
  }
}

function firstPlaces(levels: Uint16Array, bounds: Bounds, frames: number): Float32Array {
  const places = new Float32Array(levels.length / frames);
  readPlaces(levels, bounds, 0, places.length / 3, 0, places);
  return places;
}

/** Undoes differences and zigzag. */
export function decodeLevels(packed: Uint8Array, frames: number, particles: number): Uint16Array {
  const levels = new Uint16Array(3 * frames * particles);
  for (let frame = 0; frame < frames; ++frame) {
    for (let axis = 0; axis < 3; ++axis) {
      const out = (3 * frame + axis) * particles;
      const before = out - 3 * particles;
      const low = 2 * out;
      const high = low + particles;
      for (let i = 0; i < particles; ++i) {
        const zigzag = packed[low + i] | (packed[high + i] << 8);
        const difference = (zigzag >>> 1) ^ -(zigzag & 1);
        levels[out + i] = (frame > 0 ? levels[before + i] : 0) + difference; // wraps, as it did when written
      }
    }
  }
  return levels;
}
