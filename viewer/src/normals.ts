// Normals of triangle meshes: smooth ones of cloths, and of obstacles smooth between their edges.

/** Writes the area vector of face `f`, twice as long as the face is large, to `areas` from `at` on. */
function readArea(positions: Float32Array, faces: Uint32Array, f: number, areas: Float64Array, at: number): void {
  const a = 3 * faces[3 * f];
  const b = 3 * faces[3 * f + 1];
  const c = 3 * faces[3 * f + 2];
  const ux = positions[b] - positions[a];
  const uy = positions[b + 1] - positions[a + 1];
  const uz = positions[b + 2] - positions[a + 2];
  const vx = positions[c] - positions[a];
  const vy = positions[c + 1] - positions[a + 1];
  const vz = positions[c + 2] - positions[a + 2];
  areas[at] = uy * vz - uz * vy;
  areas[at + 1] = uz * vx - ux * vz;
  areas[at + 2] = ux * vy - uy * vx;
}

/** At each vertex the sum of the normals of its faces, weighted by their areas. */
export function vertexNormals(positions: Float32Array, faces: Uint32Array, normals: Float32Array): void {
  normals.fill(0);
  const area = new Float64Array(3);
  for (let f = 0; 3 * f < faces.length; ++f) {
    readArea(positions, faces, f, area, 0);
    for (let corner = 0; corner < 3; ++corner) {
      const i = 3 * faces[3 * f + corner];
      normals[i] += area[0];
      normals[i + 1] += area[1];
      normals[i + 2] += area[2];
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i], normals[i + 1], normals[i + 2]) || 1;
    normals[i] /= length;
    normals[i + 1] /= length;
    normals[i + 2] /= length;
  }
}

function isSamePlace(p: Float32Array, i: number, j: number): boolean {
  return p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2];
}

/** For each vertex the first one at the very same place. */
function firstAtPlace(positions: Float32Array): Uint32Array {
  const count = positions.length / 3;
  const size = 2 ** Math.ceil(Math.log2(2 * count + 1));
  const table = new Int32Array(size).fill(-1); // vertices by the hash of their place
  const bits = new Uint32Array(positions.buffer, positions.byteOffset, positions.length);
  const first = new Uint32Array(count);
  for (let i = 0; i < count; ++i) {
    let hash = 0;
    for (let axis = 0; axis < 3; ++axis) {
      // Zero has two signs.
      hash = Math.imul(hash ^ (positions[3 * i + axis] === 0 ? 0 : bits[3 * i + axis]), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    let slot = hash & (size - 1);
    while (table[slot] >= 0 && !isSamePlace(positions, 3 * table[slot], 3 * i)) slot = (slot + 1) & (size - 1);
    if (table[slot] < 0) table[slot] = i;
    first[i] = table[slot];
  }
  return first;
}

/**
 * The corners of all faces one after the other, each with a normal: the sum over the faces there that differ in
 * direction by less than `angle` (radians), weighted by their areas. Vertices that start at one place count as one, so
 * that a mesh in separate triangles is smooth too.
 */
export class CreasedCorners {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  private readonly places: Uint32Array; // per corner
  private readonly starts: Uint32Array; // the faces around place p are in around from starts[p] to starts[p + 1]
  private readonly around: Uint32Array;
  private readonly areas: Float64Array;
  private readonly sizes: Float64Array;

  constructor(
    vertices: Float32Array,
    private readonly faces: Uint32Array,
    private readonly angle: number,
  ) {
    const first = firstAtPlace(vertices);
    this.places = faces.map((corner) => first[corner]);
    this.starts = new Uint32Array(first.length + 1);
    for (const place of this.places) ++this.starts[place + 1];
    for (let p = 0; p < first.length; ++p) this.starts[p + 1] += this.starts[p];
    const ends = this.starts.slice();
    this.around = new Uint32Array(faces.length);
    this.places.forEach((place, c) => (this.around[ends[place]++] = Math.floor(c / 3)));
    this.areas = new Float64Array(faces.length);
    this.sizes = new Float64Array(faces.length / 3);
    this.positions = new Float32Array(3 * faces.length);
    this.normals = new Float32Array(3 * faces.length);
    this.update(vertices);
  }

  /** For the same faces with their vertices elsewhere. */
  update(vertices: Float32Array): void {
    const { faces, areas, sizes, positions, normals, places, starts, around } = this;
    for (let f = 0; f < sizes.length; ++f) {
      readArea(vertices, faces, f, areas, 3 * f);
      sizes[f] = Math.sqrt(areas[3 * f] ** 2 + areas[3 * f + 1] ** 2 + areas[3 * f + 2] ** 2);
    }
    const least = Math.cos(this.angle);
    for (let c = 0; c < faces.length; ++c) {
      const f = Math.floor(c / 3);
      let x = 0;
      let y = 0;
      let z = 0;
      for (let k = starts[places[c]]; k < starts[places[c] + 1]; ++k) {
        const g = around[k];
        const dot =
          areas[3 * f] * areas[3 * g] + areas[3 * f + 1] * areas[3 * g + 1] + areas[3 * f + 2] * areas[3 * g + 2];
        if (dot <= least * sizes[f] * sizes[g]) continue;
        x += areas[3 * g];
        y += areas[3 * g + 1];
        z += areas[3 * g + 2];
      }
      const length = Math.sqrt(x * x + y * y + z * z) || 1;
      normals[3 * c] = x / length;
      normals[3 * c + 1] = y / length;
      normals[3 * c + 2] = z / length;
      for (let axis = 0; axis < 3; ++axis) positions[3 * c + axis] = vertices[3 * faces[c] + axis];
    }
  }
}
