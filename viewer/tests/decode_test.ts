import assert from 'node:assert/strict';
import { test } from 'node:test';

import { crc32, decodeBase64 } from '../src/bytes.ts';
import { decodeRun, readPlaces } from '../src/decode.ts';
import { encode, withPrefix } from './encode.ts';
import { crc32 as referenceCrc } from './reference_crc.ts';
import { movingRun, sampleRun } from './sample_run.ts';

const text = (payload: Buffer): string => payload.toString('base64');

test('positions come back within half a quantum', async () => {
  const sample = sampleRun();
  const { header, levels } = await decodeRun(text(encode(sample)));
  const particles = header.particles;
  sample.positions.forEach((frame, f) => {
    for (let axis = 0; axis < 3; ++axis) {
      const quantum = (header.bounds.max[axis] - header.bounds.min[axis]) / 65535;
      for (let i = 0; i < particles; ++i) {
        const decoded = header.bounds.min[axis] + quantum * levels[(3 * f + axis) * particles + i];
        assert.ok(Math.abs(decoded - frame[3 * i + axis]) <= 0.5 * quantum + 1e-12);
      }
    }
  });
});

test('differences of more than half the range wrap around and back', async () => {
  const sample = sampleRun();
  sample.positions = sample.positions.map((frame, f) => frame.map((x) => (f % 2 === 0 ? x : -x)));
  const { header, levels } = await decodeRun(text(encode(sample)));
  const { min, max } = header.bounds;
  const particles = header.particles;
  for (const f of [0, 1, 19]) {
    const decoded = min[0] + ((max[0] - min[0]) / 65535) * levels[3 * f * particles];
    assert.ok(Math.abs(decoded - sample.positions[f][0]) < 1e-4);
  }
});

test('faces, texture coordinates, obstacles, fields and metrics come back', async () => {
  const sample = sampleRun();
  const run = await decodeRun(text(encode(sample)));
  assert.deepEqual([...run.cloths[0].faces], sample.cloths[0].faces);
  assert.deepEqual(run.cloths[0].uvs, new Float32Array(sample.cloths[0].uvs ?? []));
  assert.deepEqual([...run.obstacles[0].faces], sample.obstacles[0].faces);
  assert.deepEqual(run.obstacles[0].vertices, new Float32Array(sample.obstacles[0].vertices));
  assert.deepEqual([...run.metrics.values], sample.metrics.rows.flat());
  run.fields.forEach(({ info, levels }, f) => {
    sample.fields[f].values.flat().forEach((value, i) => {
      const step = (info.max - info.min) / 255;
      assert.ok(Math.abs(info.min + step * levels[i] - value) <= 0.5001 * step);
    });
  });
});

test('a cloth that tears has fewer faces from frame to frame', async () => {
  const sample = sampleRun();
  const [cloth] = sample.cloths;
  const whole = cloth.faces.length / 3;
  cloth.faceCounts = sample.positions.map((_, frame) => whole - (frame < 5 ? 0 : 3));
  const run = await decodeRun(text(encode(sample)));
  assert.deepEqual([...(run.cloths[0].faceCounts ?? [])], cloth.faceCounts);
  assert.equal((await decodeRun(text(encode(sampleRun())))).cloths[0].faceCounts, null);
  cloth.faceCounts[7] = whole + 1;
  await assert.rejects(decodeRun(text(encode(sample))), /fewer faces than are shown/);
});

test('obstacles that move come back at every frame', async () => {
  const rigid = movingRun('rigid');
  const [taken] = (await decodeRun(text(encode(rigid)))).obstacles;
  assert.deepEqual(taken.poses, new Float32Array(rigid.obstacles[0].poses?.flat() ?? []));
  assert.deepEqual(taken.vertices, new Float32Array(rigid.obstacles[0].vertices));
  assert.equal(taken.levels, null);

  const deforming = movingRun('deforming');
  const positions = deforming.obstacles[0].positions ?? [];
  const [bent] = (await decodeRun(text(encode(deforming)))).obstacles;
  assert.equal(bent.poses, null);
  assert.ok(bent.levels !== null && bent.bounds !== null);
  assert.deepEqual(bent.bounds, taken.bounds);
  const places = new Float32Array(bent.vertices.length);
  positions.forEach((frame, f) => {
    readPlaces(bent.levels ?? new Uint16Array(0), bent.bounds ?? { min: [0, 0, 0], max: [0, 0, 0] }, f, 8, 0, places);
    frame.forEach((value, i) => assert.ok(Math.abs(places[i] - value) < 2e-5, `frame ${f}: ${places[i]} for ${value}`));
    if (f === 0) assert.deepEqual(bent.vertices, places);
  });
});

test('names may be anything', async () => {
  const sample = { ...sampleRun(), scene: '</script> "\\ é 🧵' };
  assert.equal((await decodeRun(text(encode(sample)))).header.scene, sample.scene);
});

test('a cut at any byte is noticed', async () => {
  const payload = encode(sampleRun());
  const ends = [0, 1, 7, 8, 15, 16, 17, 500, payload.length >> 1, payload.length - 1];
  for (const end of ends)
    await assert.rejects(decodeRun(text(payload.subarray(0, end))), /cut off|no run|not that of a run/, `cut at ${end}`);
  await assert.rejects(decodeRun(text(payload.subarray(0, payload.length - 1))), /of \d+ bytes of data, \d+ are left/);
});

test('a change of any byte is noticed', async () => {
  const payload = encode(sampleRun());
  for (let at = 0; at < payload.length; at += 1 + Math.floor(payload.length / 97)) {
    const changed = Buffer.from(payload);
    changed[at] ^= 0x10;
    await assert.rejects(decodeRun(text(changed)), /damaged|cut off|not that of a run/, `byte ${at}`);
  }
});

test('what is no base64 is named with its place', async () => {
  const good = text(encode(sampleRun()));
  await assert.rejects(decodeRun(`${good.slice(0, 99)}<${good.slice(100)}`), /Character 100/);
  await assert.rejects(decodeRun('@TULLE' + '_RUN_DATA@'), /no run/);
  await assert.rejects(decodeRun('  \n'), /no run/);
});

test('data that is whole but not as described is refused', async () => {
  const payload = encode(sampleRun());
  const end = 16 + payload.readUInt32LE(8);
  const stream = payload.subarray(end);
  const altered = async (change: (header: any) => void): Promise<unknown> => {
    const header = JSON.parse(payload.subarray(16, end).toString());
    change(header);
    return decodeRun(text(withPrefix(Buffer.from(JSON.stringify(header)), stream)));
  };
  await altered(() => undefined);
  await assert.rejects(altered((header) => (header.version = 2)), /version 2/);
  await assert.rejects(altered((header) => (header.body_length += 1)), /unpacks to/);
  await assert.rejects(altered((header) => (header.body_length -= 1)), /cannot be unpacked/);
  await assert.rejects(altered((header) => delete header.arrays.positions), /positions is missing/);
  await assert.rejects(altered((header) => (header.arrays.positions.length -= 6)), /positions has/);
  await assert.rejects(altered((header) => (header.arrays.metrics.offset = 1e6)), /not as expected/);
  await assert.rejects(altered((header) => (header.cloths[0].particle_count = 5)), /A face of cloth|uvs 0 has/);

  const header = JSON.parse(payload.subarray(16, end).toString());
  const garbage = Buffer.from('this is no zlib stream');
  header.compressed_length = garbage.length;
  await assert.rejects(
    decodeRun(text(withPrefix(Buffer.from(JSON.stringify(header)), garbage))),
    /cannot be unpacked/,
  );
});

test('cloths that were left out leave the metrics', async () => {
  const run = await decodeRun(text(encode({ ...sampleRun(), omitted: 'too large' })));
  assert.equal(run.header.omitted, 'too large');
  assert.equal(run.cloths.length, 0);
  assert.equal(run.metrics.values.length, 20 * 7);
});

test('an obstacle that was left out leaves the others', async () => {
  const sample = sampleRun();
  const castle = { name: 'castle', shape: 'mesh', vertices: [], faces: [], omitted: 'too many faces' };
  const run = await decodeRun(text(encode({ ...sample, obstacles: [castle, ...sample.obstacles] })));
  assert.deepEqual(run.obstacles.map(({ name }) => name), ['box']);
  assert.deepEqual([...run.obstacles[0].faces], sample.obstacles[0].faces);
});

test('base64 and CRC-32 agree with others', () => {
  for (const length of [0, 1, 2, 3, 4, 255, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 37 + 11) & 255);
    assert.deepEqual(decodeBase64(Buffer.from(bytes).toString('base64')), bytes);
    assert.equal(crc32(bytes), referenceCrc(bytes));
  }
  assert.equal(crc32(Buffer.from('123456789')), 0xcbf43926); // the check value of the CRC catalogues
});
