// One obstacle in the picture: still, taken along as a whole, or with points that move.

import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  type Material,
  Mesh,
  StaticDrawUsage,
} from 'three';

import { type Obstacle, readPlaces } from './decode.ts';
import { CreasedCorners } from './normals.ts';

const crease = 0.6; // radians; sharper edges stay sharp

export class ObstacleMesh {
  readonly object: Mesh;
  private readonly corners: CreasedCorners;
  private readonly vertices: Float32Array;

  constructor(
    private readonly obstacle: Obstacle,
    material: Material,
  ) {
    this.vertices = obstacle.vertices;
    this.corners = new CreasedCorners(this.vertices, obstacle.faces, crease);
    const geometry = new BufferGeometry();
    const usage = obstacle.levels === null ? StaticDrawUsage : DynamicDrawUsage;
    geometry.setAttribute('position', new BufferAttribute(this.corners.positions, 3).setUsage(usage));
    geometry.setAttribute('normal', new BufferAttribute(this.corners.normals, 3).setUsage(usage));
    this.object = new Mesh(geometry, material);
    this.object.name = obstacle.name;
    this.object.castShadow = obstacle.shape !== 'plane';
    this.object.receiveShadow = true;
    this.object.frustumCulled = obstacle.levels === null; // else its bounds change with every frame
    this.object.matrixAutoUpdate = false;
  }

  show(frame: number): void {
    const { bounds, poses, levels } = this.obstacle;
    if (poses !== null) {
      const rows = [...poses.subarray(12 * frame, 12 * frame + 12), 0, 0, 0, 1];
      this.object.matrix.fromArray(rows).transpose(); // three.js has columns in its arrays
      this.object.matrixWorldNeedsUpdate = true;
    }
    if (levels === null || bounds === null) return;
    readPlaces(levels, bounds, frame, this.vertices.length / 3, 0, this.vertices);
    this.corners.update(this.vertices);
    this.object.geometry.getAttribute('position').needsUpdate = true;
    this.object.geometry.getAttribute('normal').needsUpdate = true;
  }
}
