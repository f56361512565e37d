// One cloth in the picture: its mesh, its wireframe, and its materials.

import {
  BufferAttribute,
  BufferGeometry,
  type Color,
  DataTexture,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LinearFilter,
  LinearMipmapLinearFilter,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  Color as ThreeColor,
} from 'three';

import { fieldColours } from './colours.ts';
import { type Cloth, readPlaces, type Run } from './decode.ts';
import type { ShownField } from './field_range.ts';
import { vertexNormals } from './normals.ts';

/** Colours of fields, looked up in the picture at (place, 1/2), so that values and not colours are interpolated. */
export function fieldTexture(isSigned: boolean): DataTexture {
  const data = new Uint8Array(fieldColours(isSigned).flatMap((rgb) => [...rgb, 255]));
  const texture = new DataTexture(data, 256, 1);
  texture.colorSpace = SRGBColorSpace;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A woven check: stripes of the warp and the weft, darkest where both cross. White: the cloth's colour tints it. */
function checkTexture(): DataTexture {
  const size = 64;
  const data = new Uint8Array(4 * size * size);
  const tones = [255, 234, 212];
  for (let y = 0; y < size; ++y)
    for (let x = 0; x < size; ++x) {
      const stripes = (x < size / 2 ? 1 : 0) + (y < size / 2 ? 1 : 0);
      data.set([tones[stripes], tones[stripes], tones[stripes], 255], 4 * (x + y * size));
    }
  const texture = new DataTexture(data, size, size);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = 8;
  texture.channel = 1;
  texture.needsUpdate = true;
  return texture;
}

const checks = 10; // along the longer side

/** Texture coordinates scaled so that the longer side of the cloth has `checks` checks. */
function checkCoordinates(uvs: Float32Array): Float32Array {
  let extent = 0;
  for (const offset of [0, 1]) {
    let min = Infinity;
    let max = -Infinity;
    for (let i = offset; i < uvs.length; i += 2) {
      min = Math.min(min, uvs[i]);
      max = Math.max(max, uvs[i]);
    }
    extent = Math.max(extent, max - min);
  }
  return extent > 0 ? uvs.map((value) => (value * checks) / extent) : uvs;
}

/** Every edge once, as pairs of indices. */
export function uniqueEdges(faces: Uint32Array, vertices: number): Uint32Array {
  const seen = new Set<number>();
  const edges: number[] = [];
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; ++k) {
      const a = faces[f + k];
      const b = faces[f + ((k + 1) % 3)];
      const key = Math.min(a, b) * vertices + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push(a, b);
    }
  return new Uint32Array(edges);
}

export class ClothMesh {
  readonly object = new Group();
  private readonly mesh: Mesh<BufferGeometry, MeshStandardMaterial>;
  private readonly plain: MeshStandardMaterial;
  private readonly coloured: MeshStandardMaterial;
  private wireframe: LineSegments<BufferGeometry, LineBasicMaterial> | null = null;
  private readonly positions: Float32Array;
  private readonly normals: Float32Array;
  private readonly values: Float32Array; // (place of the colour, 1/2) per particle
  private readonly wire = new ThreeColor();
  private shownFaces: number; // the first ones
  private wireframeFaces = -1; // of which the wireframe is

  constructor(
    private readonly run: Run,
    private readonly cloth: Cloth,
    private readonly colours: { amounts: DataTexture; signed: DataTexture },
  ) {
    const count = cloth.particleCount;
    this.shownFaces = cloth.faces.length / 3;
    this.positions = new Float32Array(3 * count);
    this.normals = new Float32Array(3 * count);
    this.values = new Float32Array(2 * count).fill(0.5);
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(cloth.faces, 1));
    for (const [name, data, size] of [
      ['position', this.positions, 3],
      ['normal', this.normals, 3],
      ['uv', this.values, 2],
    ] as const)
      geometry.setAttribute(name, new BufferAttribute(data, size).setUsage(DynamicDrawUsage));
    if (cloth.uvs !== null) geometry.setAttribute('uv1', new BufferAttribute(checkCoordinates(cloth.uvs), 2));

    // The wireframe is drawn on the surface, which steps back a little for it.
    const shared = { side: DoubleSide, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    this.plain = new MeshStandardMaterial({ ...shared, roughness: 0.85, map: cloth.uvs !== null ? checkTexture() : null });
    this.plain.onBeforeCompile = (shader) => {
      // The back of a cloth is a little paler, as if the colour had not gone all the way through.
      shader.fragmentShader = shader.fragmentShader.replace(
        '#include <map_fragment>',
        '#include <map_fragment>\n\tif (!gl_FrontFacing) diffuseColor.rgb = mix(diffuseColor.rgb, vec3(0.75), 0.35);',
      );
    };
    // Half of the light comes from the colour itself: folds show, and colours stay comparable to those of the bar.
    this.coloured = new MeshStandardMaterial({
      ...shared,
      roughness: 1,
      color: 0x999999,
      map: colours.amounts,
      emissive: 0xffffff,
      emissiveMap: colours.amounts,
      emissiveIntensity: 0.5,
    });
    this.mesh = new Mesh(geometry, this.plain);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false; // its bounds change with every frame
    this.object.add(this.mesh);
  }

  setColours(cloth: Color, wire: Color): void {
    this.plain.color.copy(cloth);
    this.wire.copy(wire);
    this.wireframe?.material.color.copy(wire);
  }

  setWireframe(shown: boolean): void {
    if (shown && this.wireframe === null) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', this.mesh.geometry.getAttribute('position'));
      const material = new LineBasicMaterial({ color: this.wire, transparent: true, opacity: 0.3 });
      this.wireframe = new LineSegments(geometry, material);
      this.wireframe.frustumCulled = false;
      this.object.add(this.wireframe);
    }
    if (this.wireframe !== null) this.wireframe.visible = shown;
    this.updateWireframe();
  }

  /** The wireframe has the edges of the faces that are shown. */
  private updateWireframe(): void {
    if (this.wireframe === null || !this.wireframe.visible || this.wireframeFaces === this.shownFaces) return;
    const faces = this.cloth.faces.subarray(0, 3 * this.shownFaces);
    this.wireframe.geometry.setIndex(new BufferAttribute(uniqueEdges(faces, this.cloth.particleCount), 1));
    this.wireframeFaces = this.shownFaces;
  }

  /** `field` is null for the cloth's own colour. */
  show(frame: number, field: ShownField | null): void {
    const { header, levels } = this.run;
    const { firstParticle, particleCount } = this.cloth;
    readPlaces(levels, header.bounds, frame, header.particles, firstParticle, this.positions);
    if (this.cloth.faceCounts !== null) this.shownFaces = this.cloth.faceCounts[frame];
    vertexNormals(this.positions, this.cloth.faces.subarray(0, 3 * this.shownFaces), this.normals);
    const geometry = this.mesh.geometry;
    geometry.setDrawRange(0, 3 * this.shownFaces);
    this.updateWireframe();
    geometry.getAttribute('position').needsUpdate = true;
    geometry.getAttribute('normal').needsUpdate = true;

    this.mesh.material = field === null ? this.plain : this.coloured;
    if (field === null) return;
    const texture = field.scale.isSigned ? this.colours.signed : this.colours.amounts;
    this.coloured.map = texture;
    this.coloured.emissiveMap = texture;
    const start = frame * header.particles + firstParticle;
    // Between the centres of the first and the last texel, so that the ends have the colours at the ends of the bar.
    for (let i = 0; i < particleCount; ++i)
      this.values[2 * i] = (255 * field.places[field.levels[start + i]] + 0.5) / 256;
    geometry.getAttribute('uv').needsUpdate = true;
  }
}
