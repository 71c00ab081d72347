import { createRequire } from 'node:module';

const sharp = createRequire(import.meta.url)('sharp');

/** An SVG path of one pine: a leaning trunk and ragged, drooping branches, shorter towards the top. */
export function pinePath(random, { x, base, height }) {
  const lean = (random() - 0.5) * 0.02 * height;
  const reach = height * (0.15 + 0.06 * random());
  const whorls = Math.round(44 + random() * 20);
  let path = `M${x - 0.012 * height},${base}L${x + lean},${base - height}L${x + 0.012 * height},${base}Z`;
  for (let k = 0; k < whorls; k++) {
    const up = Math.pow(k / whorls, 0.92);
    const y = base - height * (0.05 + 0.93 * up);
    const envelope = reach * Math.pow(1 - up, 0.8) + 0.007 * height;
    for (const side of [-1, 1]) {
      if (random() < 0.06) continue;
      const length = envelope * (0.5 + 0.6 * random());
      const thickness = height * (0.007 + 0.012 * random()) * (1.1 - up);
      path += branch(random, { x: x + lean * up, y, side, length, thickness });
    }
  }
  return path;
}

function branch(random, { x, y, side, length, thickness }) {
  const droop = length * (0.2 + 0.3 * random());
  const teeth = 7;
  let path = `M${x},${y - thickness}Q${x + side * length * 0.55},${y - length * 0.06} ${x + side * length},${y + droop}`;
  for (let tooth = teeth; tooth > 0; tooth--) {
    const out = tooth / teeth;
    const toothX = x + side * length * out;
    const toothY = y + droop * out * out;
    path += `L${toothX - side * length * 0.05},${toothY + thickness * (1.2 + 2.4 * random())}`;
    path += `L${toothX - side * length * 0.1},${toothY + thickness * 0.5}`;
  }
  return `${path}Z`;
}

/** Draws SVG paths as coverage, one byte per pixel. */
export async function drawCoverage(paths, width, height, blur = 0) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path fill="#fff" d="${paths.join('')}"/></svg>`;
  const drawn = sharp(Buffer.from(svg));
  return (blur > 0.3 ? drawn.blur(blur) : drawn).extractChannel(3).raw().toBuffer();
}
