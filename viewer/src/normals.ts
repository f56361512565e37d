// Normals of triangle meshes: smooth ones of cloths, which move, and of obstacles smooth between their edges.

/** At each vertex the sum of the normals of its faces, weighted by their areas. */
export function vertexNormals(positions: Float32Array, faces: Uint32Array, normals: Float32Array): void {
  normals.fill(0);
  for (let f = 0; f < faces.length; f += 3) {
    const a = 3 * faces[f];
    const b = 3 * faces[f + 1];
    const c = 3 * faces[f + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    normals[a] += x;
    normals[a + 1] += y;
    normals[a + 2] += z;
    normals[b] += x;
    normals[b + 1] += y;
    normals[b + 2] += z;
    normals[c] += x;
    normals[c + 1] += y;
    normals[c + 2] += z;
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

/** Area vectors, twice as long as the faces are large. */
function faceAreas(positions: Float32Array, faces: Uint32Array): Float64Array {
  const areas = new Float64Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    const a = 3 * faces[f];
    const b = 3 * faces[f + 1];
    const c = 3 * faces[f + 2];
    const ux = positions[b] - positions[a];
    const uy = positions[b + 1] - positions[a + 1];
    const uz = positions[b + 2] - positions[a + 2];
    const vx = positions[c] - positions[a];
    const vy = positions[c + 1] - positions[a + 1];
    const vz = positions[c + 2] - positions[a + 2];
    areas[f] = uy * vz - uz * vy;
    areas[f + 1] = uz * vx - ux * vz;
    areas[f + 2] = ux * vy - uy * vx;
  }
  return areas;
}

/**
 * The corners of all faces one after the other, each with a normal: the sum over the faces there that differ in
 * direction by less than `angle` (radians), weighted by their areas. Vertices at one place count as one, so that a mesh
 * in separate triangles is smooth too.
 */
export function creasedCorners(
  vertices: Float32Array,
  faces: Uint32Array,
  angle: number,
): { positions: Float32Array; normals: Float32Array } {
  const first = firstAtPlace(vertices);
  const areas = faceAreas(vertices, faces);
  const sizes = new Float64Array(faces.length / 3);
  for (let f = 0; f < sizes.length; ++f)
    sizes[f] = Math.sqrt(areas[3 * f] ** 2 + areas[3 * f + 1] ** 2 + areas[3 * f + 2] ** 2);

  // The faces around each place: those of place p are in around from starts[p] to starts[p + 1].
  const starts = new Uint32Array(first.length + 1);
  for (const corner of faces) ++starts[first[corner] + 1];
  for (let p = 0; p < first.length; ++p) starts[p + 1] += starts[p];
  const ends = starts.slice();
  const around = new Uint32Array(faces.length);
  faces.forEach((corner, c) => (around[ends[first[corner]]++] = Math.floor(c / 3)));

  const least = Math.cos(angle);
  const positions = new Float32Array(3 * faces.length);
  const normals = new Float32Array(3 * faces.length);
  for (let c = 0; c < faces.length; ++c) {
    const f = Math.floor(c / 3);
    let x = 0;
    let y = 0;
    let z = 0;
    const place = first[faces[c]];
    for (let k = starts[place]; k < starts[place + 1]; ++k) {
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
  return { positions, normals };
}
