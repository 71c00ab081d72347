import { createNoise } from './noise.mjs';
import { clamp, hashCell, mix, normalize, smoothstep } from './numbers.mjs';
import { readCoarse } from './light-maps.mjs';

const WINDOW_LIGHT = [5.2, 2.25, 0.62];

/**
 * Shaders for what a ray can hit. Each writes linear RGB into `out`; `hit` carries the point, the normal,
 * the ray's direction and the distance.
 */
export function createSurface(world) {
  const { scene, maps, lightVisibility } = world;
  const { noise, fbm } = createNoise(scene.seed + 23);
  const lightDirection = normalize(scene.light.direction);
  const albedo = [0, 0, 0];

  function shadeTerrain(hit, out) {
    terrainAlbedo(hit, albedo);
    const shade = lightVisibility(hit.x, hit.y, hit.z);
    const open = readCoarse(maps.occlusion, hit.x, hit.z);
    lightUp(hit, { shade, open, rim: 0.12 }, out);
    if (scene.lava) addLavaGlow(hit, out);
  }

  function terrainAlbedo({ x, y, z, normal }, out) {
    const { rock, grass, snow, snowLine } = scene.ground;
    const strata = 0.5 + 0.5 * fbm(x * 2.2, y * 5 + z * 2.2, 4);
    const grows = smoothstep(0.6, 0.85, normal[1]) * (1 - smoothstep(3, 6.5, y));
    const patches = normal[1] + 0.15 * fbm(x * 1.6, z * 1.6, 4);
    const lies = smoothstep(0.58, 0.8, patches) * smoothstep(snowLine[0], snowLine[1], y + 1.2 * fbm(x * 0.5, z * 0.5, 3));
    for (let c = 0; c < 3; c++) {
      const bare = mix(rock[c] * (0.55 + 0.8 * strata), grass[c] * (0.5 + 0.9 * strata), grows);
      out[c] = mix(bare, snow[c], lies);
    }
  }

  function lightUp(hit, { shade, open, rim }, out) {
    const { light, ambient } = scene;
    const { normal, direction } = hit;
    const facing = Math.max(0, dot(normal, lightDirection));
    const edge = Math.pow(1 - Math.max(0, -dot(normal, direction)), 3);
    const sky = (0.45 + 0.55 * normal[1]) * open;
    for (let c = 0; c < 3; c++) {
      const direct = light.color[c] * shade * (light.power * facing + rim * edge);
      out[c] = albedo[c] * (direct + ambient[c] * sky);
    }
    for (const lamp of scene.lamps) addLamp(hit, lamp, out);
  }

  function addLamp({ x, y, z, normal }, lamp, out) {
    const dx = lamp.x - x;
    const dy = lamp.y - y;
    const dz = lamp.z - z;
    const squared = dx * dx + dy * dy + dz * dz;
    const reach = lamp.power / (lamp.size * lamp.size + squared);
    if (reach < 0.004) return;
    const facing = 0.3 + 0.7 * Math.max(0, (normal[0] * dx + normal[1] * dy + normal[2] * dz) / Math.sqrt(squared));
    for (let c = 0; c < 3; c++) out[c] += albedo[c] * lamp.color[c] * reach * facing;
  }

  function addLavaGlow({ x, y, z, normal }, out) {
    const { lava } = scene;
    const seen = readCoarse(maps.lavaGlow, x, z);
    const near = Math.exp(-Math.max(0, y - lava.level) * lava.falloff);
    const glow = lava.glow * near * (seen + 0.04) * Math.max(0.1, 0.75 - 0.45 * normal[1]);
    for (let c = 0; c < 3; c++) out[c] += albedo[c] * lava.color[c] * glow;
  }

  /** A dark crust of floating plates with glowing seams; seams are wider where the stream is hot. */
  function shadeLava({ x, z, distance }, out) {
    const { lava } = scene;
    const heat = smoothstep(-0.25, 0.55, fbm(x * 0.35 + 3, z * 0.22, 3));
    const bendX = x + 0.35 * fbm(x * 0.9, z * 0.9, 4);
    const bendZ = z + 0.35 * fbm(x * 0.9 + 7, z * 0.9, 4);
    const fine = smoothstep(45, 8, distance);
    const seams = Math.pow(1 - Math.abs(fbm(bendX * 0.85, bendZ * 0.7, 3)), 9 - 5 * heat);
    const cracks = Math.pow(1 - Math.abs(fbm(bendX * 2.6 + 4, bendZ * 2.2, 3)), 12) * fine;
    const bright = seams * (0.25 + 1.1 * heat) + cracks * 0.3 * (0.3 + heat) + 0.08 * heat;
    out[0] = 0.02 + lava.color[0] * bright * lava.brightness;
    out[1] = 0.008 + lava.color[1] * bright * (0.35 + bright) * lava.brightness;
    out[2] = 0.006 + lava.color[2] * bright * bright * lava.brightness;
  }

  function shadeSolid(hit, { solid, unit, isLit }, out) {
    solidAlbedo(hit, solid, unit);
    const shade = isLit ? lightVisibility(hit.x, hit.y, hit.z) : 0;
    lightUp(hit, { shade, open: 0.9, rim: 0.36 }, out);
    if (scene.lava) addLavaGlow(hit, out);
    if (solid.material === 'cloth') addClothGlow(hit, solid, out);
    const isWall = solid.material === 'wall' && solid.shape !== 'merlons';
    if (isWall && hit.normal[1] < 0.4) addWindow(hit, solid, unit, out);
  }

  function solidAlbedo({ x, y, z }, solid, unit) {
    const { wall, roof, cloth } = scene.building;
    const base = solid.material === 'roof' ? roof : solid.material === 'cloth' ? cloth : wall;
    const courses = 0.8 + 0.25 * noise((x + z) * (9 / unit), y * (26 / unit)) + 0.3 * fbm((x - z) * 2.5, y * 2.5, 3);
    for (let c = 0; c < 3; c++) albedo[c] = base[c] * courses;
  }

  /** Lamplight through cloth: strongest low on the wall, fading towards the tip, with the seams darker. */
  function addClothGlow({ x, y, z }, solid, out) {
    const foot = solid.shape === 'cone' ? solid.y : solid.y - solid.height;
    const up = clamp((y - foot) / (solid.shape === 'cone' ? solid.height : solid.height * 2));
    const seam = 0.72 + 0.28 * Math.abs(Math.sin(Math.atan2(z - solid.z, x - solid.x) * 5));
    const glow = seam * (solid.shape === 'cone' ? 0.5 * Math.pow(1 - up, 1.6) : 0.95 - 0.4 * up);
    const door = smoothstep(0.3, 0.16, Math.abs(Math.atan2(x - solid.x, solid.z - z))) * (solid.shape === 'cone' ? 0 : 1);
    const strength = scene.building.clothGlow * (0.4 + 0.7 * hashCell(solid.x * 91, solid.z * 57) + 2.2 * door);
    for (let c = 0; c < 3; c++) out[c] += scene.building.clothLight[c] * glow * strength;
  }

  function addWindow({ x, y, z, normal }, solid, unit, out) {
    const isRound = solid.shape === 'cylinder';
    const around = isRound ? Math.atan2(z - solid.z, x - solid.x) * solid.radius : Math.abs(normal[0]) > Math.abs(normal[2]) ? z : x;
    const u = (around * 8) / unit;
    const v = (y * 5.2) / unit;
    const column = Math.floor(u);
    const row = Math.floor(v);
    const seed = hashCell(column + Math.round(solid.x * 37), row + Math.round(solid.z * 53));
    if (seed > scene.building.litWindows) return;
    const across = Math.abs(u - column - 0.5) / 0.15;
    const up = (v - row - 0.25) / 0.45;
    const arched = across * across + Math.max(0, (up - 0.6) / 0.4) ** 2;
    if (arched > 1 || up < 0) return;
    const strength = 0.45 + 0.8 * hashCell(row, column);
    for (let c = 0; c < 3; c++) out[c] += WINDOW_LIGHT[c] * strength;
  }

  /** @param traceMirror writes the colour seen along a reflected ray. */
  function shadeWater(hit, traceMirror, out) {
    const { water, light } = scene;
    const calm = 1 / (1 + hit.distance * 0.06);
    const rippleX = water.ripple * calm * fbm(hit.x * 2.6, hit.z * 4.2, 4);
    const rippleZ = water.ripple * calm * 1.6 * fbm(hit.x * 2.6 + 31, hit.z * 4.2, 4);
    const normal = normalize([rippleX, 1, rippleZ]);
    const [dx, dy, dz] = hit.direction;
    const along = dx * normal[0] + dy * normal[1] + dz * normal[2];
    const mirrored = normalize([dx - 2 * along * normal[0], Math.max(0.02, dy - 2 * along * normal[1]), dz - 2 * along * normal[2]]);
    traceMirror({ x: hit.x, y: hit.y + 0.01, z: hit.z }, mirrored, out);
    const fresnel = 0.04 + 0.9 * Math.pow(1 - Math.max(0, -along), 5);
    const glint = Math.pow(Math.max(0, dot(mirrored, lightDirection)), 260) * lightVisibility(hit.x, hit.y, hit.z);
    for (let c = 0; c < 3; c++) {
      out[c] = mix(water.color[c], Math.min(1.2, out[c]), fresnel) + light.color[c] * glint * water.glint;
    }
  }

  return { shadeTerrain, shadeLava, shadeSolid, shadeWater };
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
