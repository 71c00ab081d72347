import { createNoise } from './noise.mjs';
import { clamp, hashCell, smoothstep } from './numbers.mjs';

const WINDOW_LIGHT = [5.2, 2.25, 0.62];
const FLAME_LIGHT = [6, 2.7, 0.7];

/** Masonry with lit windows, roofs and glowing cloth. */
export function createSolidShader({ scene, lightVisibility }, { lightUp, addLavaGlow }) {
  const { noise, fbm } = createNoise(scene.seed + 23);
  const { building } = scene;
  const albedo = [0, 0, 0];

  return function shadeSolid(hit, { solid, unit, isLit }, out) {
    writeAlbedo(hit, solid, unit);
    const shade = isLit ? lightVisibility(hit.x, hit.y, hit.z) : 0;
    lightUp(hit, albedo, { shade, open: 0.9, rim: 0.36 }, out);
    addLavaGlow(hit, albedo, out);
    if (solid.material === 'flame') FLAME_LIGHT.forEach((glow, c) => (out[c] = glow));
    if (solid.material === 'cloth') addClothGlow(hit, solid, building, out);
    const isWall = solid.material === 'wall' && solid.shape !== 'merlons';
    if (isWall && hit.normal[1] < 0.4) addWindow(hit, { solid, unit, litShare: building.litWindows }, out);
  };

  function writeAlbedo({ x, y, z }, solid, unit) {
    const { wall, roof, cloth } = building;
    const base = solid.material === 'roof' ? roof : solid.material === 'cloth' ? cloth : wall;
    const courses =
      0.8 + 0.25 * noise((x + z) * (9 / unit), y * (26 / unit)) + 0.3 * fbm((x - z) * 2.5, y * 2.5, 3);
    for (let c = 0; c < 3; c++) albedo[c] = base[c] * courses;
  }
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

function addWindow({ x, y, z, normal }, { solid, unit, litShare }, out) {
  const onFlat = Math.abs(normal[0]) > Math.abs(normal[2]) ? z : x;
  const around = solid.shape === 'cylinder' ? Math.atan2(z - solid.z, x - solid.x) * solid.radius : onFlat;
  const u = (around * 8) / unit;
  const v = (y * 5.2) / unit;
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
