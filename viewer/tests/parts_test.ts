import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fieldColours } from '../src/colours.ts';
import { colourScale, middleLevels, shownField } from '../src/field_range.ts';
import { columnName, formatNumber, ticks, unitFactor, unitText } from '../src/format.ts';
import { CreasedCorners, vertexNormals } from '../src/normals.ts';
import { Player } from '../src/player.ts';

const times = [0, 0.1, 0.2, 0.3, 0.4];

test('a player shows each frame at its time', () => {
  const player = new Player(times);
  player.toggle();
  const seen: number[] = [];
  for (let step = 0; step < 9; ++step) {
    seen.push(player.frame);
    player.advance(0.05 + 1e-9);
  }
  assert.deepEqual(seen, [0, 0, 1, 1, 2, 2, 3, 3, 4]);
});

test('speed is a factor of time', () => {
  const player = new Player(times);
  player.setSpeed(2);
  player.toggle();
  player.advance(0.1 + 1e-9);
  assert.equal(player.frame, 2);
});

test('without loop a player ends on the last frame, with it it begins again', () => {
  for (const loop of [false, true]) {
    const player = new Player(times);
    player.setLoop(loop);
    player.toggle();
    for (let step = 0; step < 11; ++step) player.advance(0.05);
    assert.equal(player.playing, loop);
    assert.equal(player.frame, loop ? 0 : 4);
    if (!loop) {
      player.toggle(); // once more, from the start
      assert.equal(player.frame, 0);
    }
  }
});

test('a player stays inside the run and finds the nearest time', () => {
  const player = new Player(times);
  player.show(Infinity);
  assert.equal(player.frame, 4);
  player.show(-3);
  assert.equal(player.frame, 0);
  for (const [time, frame] of [[-1, 0], [0.14, 1], [0.16, 2], [9, 4]]) {
    player.showTime(time);
    assert.equal(player.frame, frame);
  }
  const single = new Player([0]);
  single.toggle();
  assert.equal(single.playing, false);
});

test('ticks are round and inside', () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-0.13, 0.3, 4), [0, 0.2]);
  assert.deepEqual(ticks(3, 3, 4), [3]);
});

test('numbers are short and keep their size', () => {
  assert.equal(formatNumber(0.30000000000000004), '0.3');
  assert.equal(formatNumber(-12.3456), '−12.35');
  assert.equal(formatNumber(1200), '1200');
  assert.equal(formatNumber(1.5e-7), '1.5e−7');
  assert.equal(formatNumber(NaN), '–');
  assert.equal(formatNumber(100.04, 3), '100');
  assert.deepEqual(columnName('momentum_x_kg_m_per_s'), { label: 'momentum x', unit: 'kg m/s' });
  assert.deepEqual(columnName('speed_left_m_per_s'), { label: 'speed left', unit: 'm/s' });
  assert.deepEqual(columnName('contacts'), { label: 'contacts', unit: '' });
  assert.deepEqual(['1', 'm/s'].map((unit) => `${unitFactor(unit)} ${unitText(unit)}`), ['100 %', '1 m/s']);
});

test('colours grow evenly lighter', () => {
  const luminance = fieldColours(false).map((rgb) => {
    const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return Math.cbrt(0.2126 * r + 0.7152 * g + 0.0722 * b); // about proportional to perceived lightness
  });
  assert.equal(luminance.length, 256);
  const mean = (luminance[255] - luminance[0]) / 255;
  for (let i = 16; i < 256; i += 16) {
    const step = (luminance[i] - luminance[i - 16]) / 16;
    assert.ok(step > 0.6 * mean && step < 1.5 * mean, `between ${i - 16} and ${i}: ${step / mean} of the mean step`);
  }
});

test('trimmed ranges leave out a hundredth on either side', () => {
  const levels = new Uint8Array(1000).fill(50);
  levels.fill(0, 0, 8); // few enough to leave out
  levels.fill(90, 500, 600);
  levels.fill(255, 990, 1000);
  assert.deepEqual(middleLevels(levels), { low: 50, high: 90 });
  const flat = middleLevels(new Uint8Array(10).fill(255));
  assert.ok(flat.high > flat.low);
});

test('signed fields have zero in the middle, amounts at the end', () => {
  assert.deepEqual(colourScale(-1, 3), { min: -3, max: 3, isSigned: true });
  assert.deepEqual(colourScale(0.1, 3), { min: 0, max: 3, isSigned: false });
  assert.deepEqual(colourScale(2, 3), { min: 2, max: 3, isSigned: false });
  assert.deepEqual(colourScale(-0.5, 3), { min: 0, max: 3, isSigned: false }); // hardly below
  assert.deepEqual(colourScale(-3, 0.5), { min: -3, max: 0, isSigned: false });
  assert.deepEqual(colourScale(-1, 3, true), { min: -1, max: 3, isSigned: false }); // a place
  const info = { name: 'stretch', unit: '1', description: '', min: -1, max: 3 };
  const { places } = shownField({ info, levels: new Uint8Array([0, 255]) }, false);
  assert.ok(Math.abs(places[0] - 1 / 3) < 1e-6); // -1 between -3 and 3
  assert.equal(places[255], 1);
  const middle = fieldColours(true)[128];
  assert.ok(Math.min(...middle) > 230, `${middle}`);
});

test('normals of a plane are its own, whatever its triangles', () => {
  const positions = new Float32Array([0, 0, 0, 1, 0, 1, 1, 2, 1, 0, 2, 0]);
  const normals = new Float32Array(12);
  vertexNormals(positions, new Uint32Array([0, 1, 2, 0, 2, 3]), normals);
  for (let i = 0; i < 12; i += 3) {
    assert.ok(Math.abs(normals[i] + Math.SQRT1_2) < 1e-6);
    assert.ok(Math.abs(normals[i + 1]) < 1e-6);
    assert.ok(Math.abs(normals[i + 2] - Math.SQRT1_2) < 1e-6);
  }
});

/** Two squares of two triangles each that meet along the y axis; the second one rises by `angle`. */
function bentSheet(angle: number, welded: boolean): { vertices: Float32Array; faces: Uint32Array } {
  const [x, z] = [Math.cos(angle), Math.sin(angle)];
  const places = [-1, 0, 0, -1, 1, 0, 0, 0, 0, 0, 1, 0, x, 0, z, x, 1, z];
  const faces = [0, 2, 3, 0, 3, 1, 2, 4, 5, 2, 5, 3];
  if (welded) return { vertices: new Float32Array(places), faces: new Uint32Array(faces) };
  // -0 lies where 0 does.
  const corners = faces.flatMap((i, c) => places.slice(3 * i, 3 * i + 3).map((value) => (c % 2 ? value : value || -0)));
  return { vertices: new Float32Array(corners), faces: new Uint32Array(faces.keys()) };
}

test('obstacles are smooth where they bend a little and sharp where they bend more', () => {
  for (const welded of [true, false])
    for (const angle of [0.5, 0.7]) {
      const { vertices, faces } = bentSheet(angle, welded);
      const { positions, normals } = new CreasedCorners(vertices, faces, 0.6);
      assert.equal(normals.length, 36);
      for (let c = 0; c < 12; ++c) {
        const i = faces[c];
        assert.deepEqual([...positions.slice(3 * c, 3 * c + 3)], [...vertices.slice(3 * i, 3 * i + 3)]);
        assert.ok(Math.abs(Math.hypot(...normals.slice(3 * c, 3 * c + 3)) - 1) < 1e-6);
        const onEdge = positions[3 * c] === 0;
        const tilt = Math.atan2(-normals[3 * c], normals[3 * c + 2]);
        const own = c < 6 ? 0 : angle;
        if (onEdge && angle < 0.6) assert.ok(tilt > 0.1 && tilt < 0.4, `${tilt}`);
        else assert.ok(Math.abs(tilt - own) < 1e-6, `${tilt} for ${own}`);
      }
    }
});

test('corners follow vertices that move, sharp where they then bend', () => {
  const flat = bentSheet(0.1, true);
  const corners = new CreasedCorners(flat.vertices, flat.faces, 0.6);
  const bent = bentSheet(0.9, true);
  corners.update(bent.vertices);
  const fresh = new CreasedCorners(bent.vertices, bent.faces, 0.6);
  assert.deepEqual(corners.positions, fresh.positions);
  assert.deepEqual(corners.normals, fresh.normals);
});

test('triangles without area and repeated ones do no harm to normals', () => {
  const { vertices, faces } = bentSheet(0, true);
  const odd = new Uint32Array([...faces, 0, 0, 3, ...faces.slice(0, 3)]);
  const { normals } = new CreasedCorners(vertices, odd, 0.6);
  for (let c = 0; c < odd.length; ++c) assert.equal(normals[3 * c + 2], c >= 12 && c < 15 ? 0 : 1);
});
