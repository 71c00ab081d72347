import { createNoise } from './noise.mjs';
import { clamp, dot, hashCell, mix, normalize, reflect, smoothstep } from './numbers.mjs';

const WINDOW_LIGHT = [5.2, 2.25, 0.62];
const FLAME_LIGHT = [2.6, 0.85, 0.16];

/** Masonry with lit windows, roofs and glowing cloth. */
export function createSolidShader({ scene, lightVisibility }, { lightUp, addLavaGlow }) {
  const { noise, fbm } = createNoise(scene.seed + 23);
  const { building } = scene;
  const albedo = [0, 0, 0];
  const lightDirection = normalize(scene.light.direction);

  return function shadeSolid(hit, { solid, unit, isLit }, out) {
    if (solid.distance) return shadePart(hit, solid.material, isLit, out);
    writeAlbedo(hit, solid, unit);
    const shade = isLit ? lightVisibility(hit.x, hit.y, hit.z) : 0;
    lightUp(hit, albedo, { shade, open: 0.9, rim: 0.36 }, out);
    addLavaGlow(hit, albedo, out);
    if (solid.material === 'flame') paintFlame(hit, solid, out);
    if (solid.material === 'cloth') addClothGlow(hit, solid, building, out);
    const isWall = solid.material === 'wall' && solid.shape !== 'merlons';
    if (isWall && hit.normal[1] < 0.4) addWindow(hit, { solid, unit, litShare: building.litWindows }, out);
  };

  /** Figures and what they carry: matt, glossy or shining by itself. */
  function shadePart(hit, { color, gloss = 0, glow, grain }, isLit, out) {
    const { x, y, z, normal, direction } = hit;
    const weather = grain ? grain(x, y, z) : 0.85 + 0.35 * fbm((x + z) * 24, y * 24, 3);
    for (let c = 0; c < 3; c++) albedo[c] = color[c] * weather;
    const shade = isLit ? lightVisibility(x, y, z) : 0;
    lightUp(hit, albedo, { shade, open: 0.8, rim: 2.2 }, out);
    addLavaGlow(hit, albedo, out);
    const mirrored = reflect(direction, normal);
    const shine =
      gloss * shade * scene.light.power * Math.pow(Math.max(0, dot(mirrored, lightDirection)), 24);
    for (let c = 0; c < 3; c++) {
      out[c] +=
        scene.light.color[c] * shine * color[c] * 2 +
        gloss * 0.35 * color[c] * scene.ambient[c] * Math.max(0, mirrored[1]);
      if (glow) out[c] += glow[c];
    }
  }

  function writeAlbedo(hit, solid, unit) {
    const { x, y, z } = hit;
    const { wall, roof, cloth } = building;
    const base = solid.material === 'roof' ? roof : solid.material === 'cloth' ? cloth : wall;
    const weather = 0.85 + 0.3 * fbm((x + z) * 2.5, y * 2.5, 4) + 0.12 * noise((x - z) * 14, y * 14);
    const tint = solid.material === 'wall' ? weather * masonry(hit, solid, unit) : weather;
    for (let c = 0; c < 3; c++) albedo[c] = base[c] * tint;
  }
}

/** White-hot at the foot and in the middle, red and thin towards the tip and the rim. */
function paintFlame({ y, normal, direction }, solid, out) {
  const up = clamp((y - solid.y) / solid.height);
  const heart = Math.pow(Math.max(0, -dot(normal, direction)), 1.5) * (1.25 - up);
  for (let c = 0; c < 3; c++) out[c] = mix(out[c], FLAME_LIGHT[c], clamp(heart * 1.3));
}

/** Courses of stones, each a little lighter or darker; from afar they would only shimmer. */
function masonry(hit, solid, unit) {
  const near = smoothstep(15, 9, hit.distance / unit);
  if (near === 0) return 1;
  const course = Math.floor((hit.y * 17) / unit);
  const along = (aroundWall(hit, solid) * 9) / unit + (course % 2) * 0.5;
  const joint = Math.min((hit.y * 17) / unit - course, (along - Math.floor(along)) * 2);
  const stone = 0.8 + 0.4 * hashCell(Math.floor(along), course);
  return 1 + near * (stone * (joint < 0.12 ? 0.7 : 1) - 1);
}

/** How far along a wall a point lies, measured round towers. */
function aroundWall({ x, z, normal }, solid) {
  if (solid.shape === 'cylinder') return Math.atan2(z - solid.z, x - solid.x) * solid.radius;
  return Math.abs(normal[0]) > Math.abs(normal[2]) ? z : x;
}

/** Lamplight through cloth: strongest low on the wall, fading towards the tip, with the seams darker. */
function addClothGlow({ x, y, z }, solid, building, out) {
  const foot = solid.shape === 'cone' ? solid.y : solid.y - solid.height;
  const up = clamp((y - foot) / (solid.shape === 'cone' ? solid.height : solid.height * 2));
  const seam = 0.72 + 0.28 * Math.abs(Math.sin(Math.atan2(z - solid.z, x - solid.x) * 5));
  const glow = seam * (solid.shape === 'cone' ? 0.5 * Math.pow(1 - up, 1.6) : 0.95 - 0.4 * up);
  const door =
    smoothstep(0.3, 0.16, Math.abs(Math.atan2(x - solid.x, solid.z - z))) * (solid.shape === 'cone' ? 0 : 1);
  const strength = building.clothGlow * (0.4 + 0.7 * hashCell(solid.x * 91, solid.z * 57) + 2.2 * door);
  for (let c = 0; c < 3; c++) out[c] += building.clothLight[c] * glow * strength;
}

function addWindow(hit, { solid, unit, litShare }, out) {
  const u = (aroundWall(hit, solid) * 8) / unit;
  const v = (hit.y * 5.2) / unit;
  const column = Math.floor(u);
  const row = Math.floor(v);
  const seed = hashCell(column + Math.round(solid.x * 37), row + Math.round(solid.z * 53));
  if (seed > litShare) return;
  const across = Math.abs(u - column - 0.5) / 0.15;
  const up = (v - row - 0.25) / 0.45;
  const arched = across * across + Math.max(0, (up - 0.6) / 0.4) ** 2;
  if (arched > 1 || up < 0) return;
  const strength = 0.45 + 0.8 * hashCell(row, column);
  for (let c = 0; c < 3; c++) out[c] += WINDOW_LIGHT[c] * strength;
}
