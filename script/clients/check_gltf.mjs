// Passes binary glTF files to Khronos' validator: any error or warning fails.
//
//     npm ci --prefix script/clients
//     export_sample DIRECTORY && node script/clients/check_gltf.mjs DIRECTORY/*.glb

import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { validateBytes, version } from "gltf-validator";

const severities = ["error", "warning", "information", "hint"];
let failed = process.argv.length < 3;

for (const file of process.argv.slice(2)) {
  const report = await validateBytes(new Uint8Array(await readFile(file)), { uri: basename(file), maxIssues: 0 });
  const { numErrors, numWarnings, numInfos, messages } = report.issues;
  failed ||= numErrors + numWarnings > 0 || report.mimeType !== "model/gltf-binary";
  const { drawCallCount, totalVertexCount, totalTriangleCount, animationCount, hasMorphTargets } = report.info;
  console.log(
    `${basename(file)}: ${numErrors} errors, ${numWarnings} warnings, ${numInfos} remarks; ` +
      `${drawCallCount} meshes, ${totalVertexCount} vertices, ${totalTriangleCount} triangles, ` +
      `${animationCount} animations${hasMorphTargets ? " by morph targets" : ""}`,
  );
  for (const { severity, code, message, pointer } of messages)
    if (severity < 2) console.log(`  ${severities[severity]} ${code} at ${pointer}: ${message}`);
}
console.log(`glTF validator ${version()}: ${failed ? "NOT as it should be" : "as it should be"}`);
process.exit(failed ? 1 : 0);
