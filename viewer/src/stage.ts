// What stands around the cloth: light, ground and obstacles.

import {
  Color,
  DirectionalLight,
  DoubleSide,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  ShaderMaterial,
  ShadowMaterial,
  Vector3,
} from 'three';

import type { Theme } from './colours.ts';
import type { Obstacle, Run } from './decode.ts';
import { ticks } from './format.ts';
import { ObstacleMesh } from './obstacle_mesh.ts';

/** The part of space that pictures show: all frames of the cloths and all bounded obstacles. */
export interface Extent {
  min: Vector3;
  max: Vector3;
  center: Vector3;
  radius: number; // m
  floor: number; // m, height of the ground
}

/** A level plane that stays where it is is drawn as the ground itself. */
function isLevel({ shape, vertices, bounds }: Obstacle): boolean {
  return shape === 'plane' && bounds === null && vertices.every((value, i) => i % 3 !== 2 || Math.abs(value - vertices[2]) < 1e-6);
}

export function extentOf(run: Run): Extent {
  const min = new Vector3(...run.header.bounds.min);
  const max = new Vector3(...run.header.bounds.max);
  const lowestCloth = min.z;
  const floors: number[] = [];
  for (const obstacle of run.obstacles) {
    if (isLevel(obstacle)) floors.push(obstacle.vertices[2]);
    if (obstacle.shape === 'plane') continue;
    if (obstacle.bounds !== null) {
      min.min(new Vector3(...obstacle.bounds.min));
      max.max(new Vector3(...obstacle.bounds.max));
      continue;
    }
    for (let i = 0; i < obstacle.vertices.length; i += 3) {
      const vertex = new Vector3().fromArray(obstacle.vertices, i);
      min.min(vertex);
      max.max(vertex);
    }
  }
  const radius = Math.max(min.distanceTo(max) / 2, 1e-3);
  // The ground is the scene's own, or what the obstacles stand on; a cloth that hangs free has it some way below.
  const stands = min.z < lowestCloth ? min.z : lowestCloth - 0.15 * radius;
  const floor = floors.length > 0 ? Math.max(...floors) : stands;
  return { min, max, center: min.clone().add(max).multiplyScalar(0.5), radius, floor };
}

const gridVertexShader = /* glsl */ `
varying vec2 place;
void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  place = world.xy;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// Lines as wide as a pixel at any distance; they fade out before they would flicker or end.
const gridFragmentShader = /* glsl */ `
varying vec2 place;
uniform vec3 colour;
uniform vec2 center;
uniform float reach;
uniform float spacing;
float lines(float width) {
  vec2 cell = place / width;
  vec2 change = fwidth(cell);
  vec2 distance = abs(fract(cell - 0.5) - 0.5) / change;
  float fading = clamp(1.0 - 2.0 * max(change.x, change.y), 0.0, 1.0);
  return clamp(1.0 - min(distance.x, distance.y), 0.0, 1.0) * fading;
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(place - center) / reach);
  float strength = max(0.28 * lines(spacing), 0.5 * lines(5.0 * spacing));
  gl_FragColor = vec4(colour, strength * fade);
  #include <colorspace_fragment>
}`;

export class Stage {
  readonly object = new Group();
  readonly gridSpacing: number; // m
  private readonly obstacles = new Group();
  private readonly moving: ObstacleMesh[] = [];
  private readonly obstacleMaterial = new MeshStandardMaterial({ roughness: 0.9, side: DoubleSide });
  private readonly sky = new HemisphereLight();
  private readonly shadowMaterial = new ShadowMaterial({ depthWrite: false });
  private readonly gridMaterial: ShaderMaterial;

  constructor(obstacles: Obstacle[], extent: Extent) {
    const { radius, center } = extent;
    this.gridSpacing = ticks(0, radius, 4)[1];
    this.gridMaterial = new ShaderMaterial({
      vertexShader: gridVertexShader,
      fragmentShader: gridFragmentShader,
      transparent: true,
      depthWrite: false,
      side: DoubleSide,
      uniforms: {
        colour: { value: new Color() },
        center: { value: [center.x, center.y] },
        reach: { value: 6 * radius },
        spacing: { value: this.gridSpacing },
      },
    });
    this.addGround(extent);
    this.addLights(extent);
    for (const obstacle of obstacles) {
      if (isLevel(obstacle)) continue;
      const mesh = new ObstacleMesh(obstacle, this.obstacleMaterial);
      this.obstacles.add(mesh.object);
      if (obstacle.bounds !== null) this.moving.push(mesh);
    }
    this.object.add(this.obstacles);
  }

  setTheme(theme: Theme): void {
    this.obstacleMaterial.color.set(theme.obstacle);
    this.gridMaterial.uniforms['colour'].value.set(theme.grid);
    this.shadowMaterial.opacity = theme.shadow;
    this.sky.color.set(theme.sky);
    this.sky.groundColor.set(theme.ground);
    this.sky.intensity = theme.ambient;
  }

  show(frame: number): void {
    for (const mesh of this.moving) mesh.show(frame);
  }

  showObstacles(shown: boolean): void {
    this.obstacles.visible = shown;
  }

  private addGround({ radius, center, floor }: Extent): void {
    const plane = new PlaneGeometry(12 * radius, 12 * radius);
    const materials = [this.shadowMaterial, this.gridMaterial];
    materials.forEach((material, order) => {
      const ground = new Mesh(plane, material);
      ground.position.set(center.x, center.y, floor - 1e-3 * radius); // below what lies on it
      ground.receiveShadow = material === this.shadowMaterial;
      ground.renderOrder = order - materials.length;
      this.object.add(ground);
    });
  }

  private addLights({ radius, center }: Extent): void {
    this.sky.position.set(0, 0, 1);
    const sun = new DirectionalLight(0xfff6ea, 2.1);
    sun.position.copy(center).add(new Vector3(-0.7, -0.9, 1.7).multiplyScalar(2 * radius));
    sun.target.position.copy(center);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 3;
    // A thin cloth shades its own other side: offset by the normal, so that folds have no stripes.
    sun.shadow.normalBias = 0.012 * radius;
    sun.shadow.bias = -0.0006;
    const { camera } = sun.shadow;
    camera.left = camera.bottom = -1.4 * radius;
    camera.right = camera.top = 1.4 * radius;
    camera.near = 0.5 * radius;
    camera.far = 8 * radius;
    this.object.add(this.sky, sun, sun.target);
  }
}
