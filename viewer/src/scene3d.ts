// The picture: cloths and stage seen by a camera that people turn. Drawn only when something changed.

import { Color, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

import { ClothMesh, fieldTexture } from './cloth_mesh.ts';
import type { Theme } from './colours.ts';
import type { Run } from './decode.ts';
import type { ShownField } from './field_range.ts';
import { type Extent, extentOf, Stage } from './stage.ts';

const startDirection = new Vector3(0.5, -1, 0.5).normalize(); // from the cloth to the camera

export class Scene3d {
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(32, 1, 0.01, 100);
  private readonly controls: OrbitControls;
  private readonly cloths: ClothMesh[];
  private readonly stage: Stage;
  private readonly extent: Extent;
  private frame = 0;
  private field: ShownField | null = null;
  private moved = true; // the cloth, since it was drawn last
  private stale = true; // the picture
  private touched = false; // whether people have chosen their own view

  /** Throws when the browser has no WebGL. */
  constructor(run: Run, canvas: HTMLCanvasElement) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.addEventListener('change', () => (this.stale = true));
    this.controls.addEventListener('start', () => (this.touched = true));

    this.extent = extentOf(run);
    this.stage = new Stage(run.obstacles, this.extent);
    this.scene.add(this.stage.object);
    const colours = { amounts: fieldTexture(false), signed: fieldTexture(true) };
    this.cloths = run.cloths.map((cloth) => new ClothMesh(run, cloth, colours));
    for (const cloth of this.cloths) this.scene.add(cloth.object);
    this.camera.near = this.extent.radius / 100;
    this.camera.far = this.extent.radius * 40;
    this.controls.minDistance = this.extent.radius / 20;
    this.controls.maxDistance = this.extent.radius * 15;
  }

  get gridSpacing(): number {
    return this.stage.gridSpacing;
  }

  setTheme(theme: Theme): void {
    this.scene.background = new Color(theme.background);
    this.stage.setTheme(theme);
    const wire = new Color(theme.wire);
    this.cloths.forEach((cloth, i) => cloth.setColours(new Color(theme.cloths[i % theme.cloths.length]), wire));
    this.stale = true;
  }

  show(frame: number, field: ShownField | null): void {
    this.moved ||= frame !== this.frame || field !== this.field;
    this.frame = frame;
    this.field = field;
  }

  setWireframe(shown: boolean): void {
    for (const cloth of this.cloths) cloth.setWireframe(shown);
    this.stale = true;
  }

  showObstacles(shown: boolean): void {
    this.stage.showObstacles(shown);
    this.moved = true; // their shadows
  }

  /** The whole run in view, from where the camera is, or from the start direction. */
  fit(direction = this.camera.position.clone().sub(this.controls.target).normalize()): void {
    const { min, max, center } = this.extent;
    const right = new Vector3().crossVectors(this.camera.up, direction).normalize();
    const up = new Vector3().crossVectors(direction, right);
    const tangent = Math.tan((this.camera.fov * Math.PI) / 360);
    let distance = 0;
    for (let corner = 0; corner < 8; ++corner) {
      const offset = new Vector3(
        corner & 1 ? max.x : min.x,
        corner & 2 ? max.y : min.y,
        corner & 4 ? max.z : min.z,
      ).sub(center);
      const needed = Math.max(Math.abs(offset.dot(up)), Math.abs(offset.dot(right)) / this.camera.aspect) / tangent;
      distance = Math.max(distance, needed + offset.dot(direction));
    }
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(direction, 1.06 * distance);
    this.controls.update();
    this.stale = true;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    if (!this.touched) this.fit(startDirection.clone());
    this.stale = true;
  }

  /** Called for every frame of the screen. */
  draw(): void {
    this.controls.update();
    if (this.moved) {
      for (const cloth of this.cloths) cloth.show(this.frame, this.field);
      this.stage.show(this.frame);
      this.renderer.shadowMap.needsUpdate = true;
    }
    if (this.moved || this.stale) this.renderer.render(this.scene, this.camera);
    this.moved = false;
    this.stale = false;
  }
}
