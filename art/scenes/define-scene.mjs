/** Fills in what a scene leaves unsaid. Colours are linear RGB; distances are world units. */
export function defineScene(scene) {
  return {
    lamps: [],
    buildings: [],
    ...scene,
    terrain: {
      curve: 0.4, bend: 1, valleyWidth: 7, relief: 1, far: 1, maxSlope: 1.5, crags: 0.75, droplets: 450_000,
      peaks: [], spurs: [], basins: [], ...scene.terrain,
    },
    sky: { halo: 0.2, cover: 0.4, offset: 5.1, swirl: 0.7, stars: 0, milkyWayColor: [0.05, 0.06, 0.09], flashes: [], bolts: [], ...scene.sky },
    ground: {
      rock: [0.1, 0.1, 0.115], grass: [0.03, 0.05, 0.045], snow: [0.55, 0.62, 0.72], snowLine: [5.6, 8.5], roughness: 0.1,
      ...scene.ground,
    },
    building: {
      wall: [0.1, 0.1, 0.11], roof: [0.03, 0.045, 0.07], cloth: [0.16, 0.12, 0.08], clothLight: [1, 0.42, 0.12], clothGlow: 0,
      litWindows: 0.2, ...scene.building,
    },
    fog: { base: 0, haze: 0.01, scatter: 0.16, ...scene.fog },
    film: { exposure: 1.2, saturation: 1.12, lift: [0.003, 0.005, 0.01], rays: 0.5, bloom: 1, vignette: 0.85, grain: 1.6, ...scene.film },
  };
}
