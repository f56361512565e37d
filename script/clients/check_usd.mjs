// Opens the USD files of export_sample with Pixar's OpenUSD and compares what its imaging gets with the wave that was
// written, at every frame.
//
//     npm ci --prefix script/clients
//     export_sample DIRECTORY && node script/clients/check_usd.mjs DIRECTORY
//
// Debian has no USD, and its Blender is built without. OpenUSD comes as WebAssembly in the package three-usdz-loader.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const TOLERANCE = 1e-6; // m: USD's meshes hold 32-bit floats; coordinates are below 8 m
const FPS = 25;
const CLOTHS = { curtain: [21, 11], table_cloth: [9, 9] }; // particles along x and y, as in tests/output/wavy_cloths.hpp
const [SPACING, APART, AMPLITUDE] = [0.25, 6, 0.1]; // m

function wave(cloth, frame) {
  const [columns, rows] = CLOTHS[cloth];
  const start = APART * Object.keys(CLOTHS).indexOf(cloth);
  const expected = { points: [], velocities: [], st: [], faces: [] };
  for (let b = 0; b < rows; ++b)
    for (let a = 0; a < columns; ++a) {
      const x = start + SPACING * a;
      const angle = 2 * Math.PI * (x + frame / FPS);
      expected.points.push(x, SPACING * b, AMPLITUDE * Math.sin(angle));
      expected.velocities.push(0, 0, 2 * Math.PI * AMPLITUDE * Math.cos(angle));
      expected.st.push(a / (columns - 1), b / (rows - 1));
      const i = a + b * columns;
      if (a + 1 < columns && b + 1 < rows)
        expected.faces.push(i, i + 1, i + columns + 1, i, i + columns + 1, i + columns);
    }
  return expected;
}

function check(found, expected, what, tolerance = TOLERANCE) {
  if (found?.length !== expected.length) throw new Error(`${what}: ${found?.length} numbers, not ${expected.length}`);
  const worst = expected.reduce((most, value, i) => Math.max(most, Math.abs(found[i] - value)), 0);
  if (!(worst <= tolerance)) throw new Error(`${what}: differs by ${worst}`);
  return worst;
}

async function openusd() {
  const require = createRequire(import.meta.url);
  const folder = fileURLToPath(new URL("node_modules/three-usdz-loader/external/", import.meta.url));
  const complaints = [];
  const usd = await require(join(folder, "emHdBindings.js"))({
    wasmBinary: readFileSync(join(folder, "emHdBindings.wasm")),
    getPreloadedPackage: () => new Uint8Array(readFileSync(join(folder, "emHdBindings.data"))).buffer,
    locateFile: (name) => join(folder, name.split("/").pop()),
    printErr: (line) => line.includes("UsdVol") || complaints.push(line), // this build has no volumes, and says so
  });
  await usd.ready;
  return { usd, complaints };
}

/// Meshes by path, each with the arrays that imaging was given last, and a function that moves on to a time code.
function open({ usd, complaints }, file) {
  const name = file.replaceAll(/\W/g, "_") + ".usda";
  if (!usd.FS.analyzePath("/" + name).exists)
    usd.FS.createDataFile("/", name, new Uint8Array(readFileSync(file)), true, true, true);
  const meshes = {};
  const ignore = new Proxy({}, { get: (_, key) => (typeof key === "string" && key !== "then" ? () => {} : undefined) });
  const driver = new usd.HdWebSyncDriver(
    {
      createRPrim(type, path) {
        const mesh = (meshes[path] = { type, interpolation: {} });
        return {
          updateIndices: (indices) => (mesh.faces = Array.from(indices)),
          updatePrimvar(primvar, values, _size, interpolation) {
            mesh[primvar] = Array.from(values);
            mesh.interpolation[primvar] = interpolation;
          },
          updatePoints() {},
          updateNormals() {},
          setMaterial() {},
          setTransform: (matrix) => (mesh.transform = Array.from(matrix)),
        };
      },
      createBPrim: () => ignore,
      createSPrim: () => ignore,
      CommitResources() {},
    },
    name,
  );
  driver.Draw();
  if (complaints.length > 0) throw new Error(`${file}: OpenUSD complains`);
  const show = (time) => {
    driver.SetTime(time);
    driver.Draw();
  };
  return { meshes, show, stage: driver.GetStage() };
}

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function check_file(openusd, directory, name, frames, obstacles) {
  const { meshes, show, stage } = open(openusd, join(directory, name + ".usda"));
  check([stage.GetTimeCodesPerSecond(), stage.GetEndTimeCode()], [FPS, frames - 1], "time codes", 0);
  const expected_paths = [
    ...Object.keys(CLOTHS).map((cloth) => `/wave/cloths/${cloth}`),
    ...obstacles.map((obstacle) => `/wave/obstacles/${obstacle}`),
  ];
  if (Object.keys(meshes).sort().join() !== expected_paths.sort().join())
    throw new Error(`${name}: holds ${Object.keys(meshes)}`);
  let worst = 0;
  for (let frame = 0; frame < frames; ++frame) {
    show(frame);
    for (const cloth of Object.keys(CLOTHS)) {
      const mesh = meshes[`/wave/cloths/${cloth}`];
      const expected = wave(cloth, frame);
      const what = `${name} ${cloth} frame ${frame}`;
      worst = Math.max(worst, check(mesh.points, expected.points, what));
      check(mesh.velocities, expected.velocities, what + " velocities");
      check(mesh.faces, expected.faces, what + " faces", 0);
      check(mesh.transform, IDENTITY, what + " transform", 0);
      for (let i = 0; i < expected.points.length; i += 3)
        check([Math.hypot(...mesh.normals.slice(i, i + 3))], [1], what + " normals");
      if (mesh.interpolation.st === "vertex") {
        check(mesh.st, expected.st, what + " st");
      } else if (mesh.interpolation.st === "facevarying") {
        const corners = expected.faces.flatMap((i) => expected.st.slice(2 * i, 2 * i + 2));
        corners.splice(0, 2, 0.5, 0.75); // the seam
        check(mesh.st, corners, what + " st");
      }
    }
  }
  const st = Object.keys(CLOTHS).map((cloth) => meshes[`/wave/cloths/${cloth}`].interpolation.st ?? "none");
  console.log(`${name}.usda: ${frames} frames, largest difference ${worst.toPrecision(2)} m; st per ${st.join(" and ")}`);
  return st.join();
}

/// The ends of what tests/output/wavy_run.hpp calls moving_obstacles: the pivot of the drawer, the ridge of the roof.
function check_moving(openusd, directory) {
  check_file(openusd, directory, "moving", 6, ["drawer", "roof", "kite"]);
  const { meshes, show } = open(openusd, join(directory, "moving.usda"));
  const ends = [
    { frame: 0, pivot: [0.2, 0, -1], ridge: 1 },
    { frame: 5, pivot: [1.2, 2, -1.5], ridge: 0.25 },
  ];
  for (const { frame, pivot, ridge } of ends) {
    show(frame);
    const { transform } = meshes["/wave/obstacles/drawer"]; // rows, of which a row vector is a multiple
    const found = [0, 1, 2].map((i) => 0.2 * transform[i] + transform[12 + i]);
    check(found, pivot, `drawer frame ${frame}`);
    const heights = meshes["/wave/obstacles/roof"].points.filter((_, i) => i % 3 === 2);
    check([Math.max(...heights)], [ridge], `roof frame ${frame}`);
  }
}

async function main(directory, reader) {
  const found = [
    check_file(reader, directory, "wave", 3, ["floor", "table", "ball", "pole", "limb", "ridge"]),
    check_file(reader, directory, "seams", 3, []),
    check_file(reader, directory, "plain", 3, []),
    check_file(reader, directory, "still", 1, []),
  ];
  check_moving(reader, directory);
  const expected = ["vertex,vertex", "facevarying,vertex", "none,none", "vertex,vertex"];
  if (found.join(";") !== expected.join(";")) throw new Error(`texture coordinates are per ${found.join(";")}`);
  console.log("OpenUSD: as written");
}

if (globalThis.XMLHttpRequest === undefined) {
  const preload = fileURLToPath(new URL("usd_in_node.cjs", import.meta.url));
  const again = ["--require", preload, ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1);
}
const reader = await openusd();
try {
  await main(process.argv[2], reader);
} catch (error) {
  console.error(error.message ?? error, ...reader.complaints);
  process.exit(1);
}
process.exit(0); // its threads would wait for ever
