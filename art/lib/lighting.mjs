import { readCoarse } from './light-maps.mjs';
import { dot, normalize } from './numbers.mjs';

/**
 * Lights a surface by the sun or moon, the sky, lamps and the glow of lava.
 * `hit` has the point, the normal, the ray's direction and the distance; `albedo` is the surface's reflectance.
 */
export function createLighting({ scene, maps, shadows }) {
  const lightDirection = normalize(scene.light.direction);

  function lightUp(hit, albedo, { shade, open, rim }, out) {
    const { light, ambient } = scene;
    const { normal, direction } = hit;
    const facing = Math.max(0, dot(normal, lightDirection));
    const edge = Math.pow(1 - Math.max(0, -dot(normal, direction)), 3);
    const sky = (0.45 + 0.55 * normal[1]) * open;
    for (let c = 0; c < 3; c++) {
      const direct = light.color[c] * shade * (light.power * facing + rim * edge);
      out[c] = albedo[c] * (direct + ambient[c] * sky);
    }
    for (const lamp of scene.lamps) addLamp(hit, albedo, { lamp, shadows, open }, out);
  }

  function addLavaGlow({ x, y, z, normal }, albedo, out) {
    const { lava } = scene;
    if (!lava) return;
    const seen = readCoarse(maps.lavaGlow, x, z);
    const near = Math.exp(-Math.max(0, y - lava.level) * lava.falloff);
    const glow = lava.glow * near * (seen + 0.04) * Math.max(0.1, 0.75 - 0.45 * normal[1]);
    for (let c = 0; c < 3; c++) out[c] += albedo[c] * lava.color[c] * glow;
  }

  return { lightUp, addLavaGlow };
}

function addLamp(hit, albedo, { lamp, shadows, open }, out) {
  const { x, y, z, normal } = hit;
  const dx = lamp.x - x;
  const dy = lamp.y - y;
  const dz = lamp.z - z;
  const squared = dx * dx + dy * dy + dz * dz;
  const reach = lamp.power / (lamp.size * lamp.size + squared);
  if (reach < 0.004) return;
  const away = Math.sqrt(squared);
  const isHidden =
    shadows && lamp.casts && shadows.isHidden(hit, [dx / away, dy / away, dz / away], away - lamp.size * 0.5);
  const facing = isHidden
    ? 0.06 * open
    : 0.3 + 0.7 * Math.max(0, (normal[0] * dx + normal[1] * dy + normal[2] * dz) / away);
  for (let c = 0; c < 3; c++) out[c] += albedo[c] * lamp.color[c] * reach * facing;
}
