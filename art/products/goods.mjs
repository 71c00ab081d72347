import { glint, ground, LINE, linear, picture, radial, sparks, star } from './parts.mjs';

export const EMBER_CAPE = {
  dark: '#4a0b16',
  mid: '#8f1d28',
  light: '#d0483a',
  lining: '#f0a04b',
  trim: '#e2b45e',
};
export const LANTERN_CAPE = {
  dark: '#0d2238',
  mid: '#1f4f78',
  light: '#4f9ac4',
  lining: '#ffd98a',
  trim: '#cfd9e8',
};

export const VIOLET_CAPE = {
  dark: '#1d0f3f',
  mid: '#46278a',
  light: '#8a63d2',
  lining: '#f3b6e6',
  trim: '#d8c6ff',
};
export const DAWN_CAPE = {
  dark: '#7d6a4d',
  mid: '#d9c8a4',
  light: '#fffaf0',
  lining: '#ffcf7a',
  trim: '#c9973c',
};

/** A cape with its collar and clasp. */
export function drawCape({ dark, mid, light, lining, trim }) {
  const defs = [
    linear(
      'cloth',
      [0, 0, 1, 0],
      `0 ${dark}, 0.14 ${mid}, 0.26 ${light}, 0.38 ${mid}, 0.5 ${dark}, 0.63 ${mid}, 0.75 ${light}, 0.87 ${mid}, 1 ${dark}`,
    ),
    linear('fall', [0, 0, 0, 1], '0 #000 0.35, 0.3 #000 0, 0.7 #000 0.05, 1 #000 0.5'),
    radial('hollow', [0.5, 1, 0.9], `0 ${lining}, 0.45 ${dark}, 1 #05070c`),
  ].join('');
  const body =
    'M190 118C126 150 104 250 84 428c38-14 58 26 92 20 30-6 50-8 80 4 30-12 50-10 80-4 34 6 54-34 92-20C408 250 386 150 322 118c-30 26-102 26-132 0Z';
  return picture(
    defs,
    `${ground(256, 458, 200, 30)}
    <path d="M170 118C156 66 196 30 256 26c60 4 100 40 86 92-18 48-154 48-172 0Z" fill="url(#cloth)" stroke="${LINE}" stroke-width="8"/>
    <path d="M196 122c-14-40 14-72 60-76 46 4 74 36 60 76-14 34-106 34-120 0Z" fill="url(#hollow)" stroke="${trim}" stroke-width="6"/>
    <path d="${body}" fill="url(#cloth)" stroke="${LINE}" stroke-width="8"/><path d="${body}" fill="url(#fall)"/>
    <path d="M92 420c40-10 54 24 86 20 28-4 50-8 78 4 28-12 50-8 78-4 32 4 46-30 86-20" fill="none" stroke="${trim}" stroke-width="8" stroke-linecap="round"/>
    <path d="M204 168c-30 78-44 164-50 258M256 176v252M308 168c30 78 44 164 50 258" fill="none" stroke="${LINE}" stroke-width="5" stroke-linecap="round" opacity="0.5"/>
    <path d="M176 150c-30 60-46 134-56 216" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity="0.22"/>
    <path d="M172 98c-30 6-44 34-34 62 40 34 92 34 118 10 26 24 78 24 118-10 10-28-4-56-34-62-14 40-48 56-84 56s-70-16-84-56Z" fill="url(#cloth)" stroke="${LINE}" stroke-width="8"/>
    <path d="M150 152c34 24 74 24 100 4m12 0c26 20 66 20 100-4" fill="none" stroke="${trim}" stroke-width="7" stroke-linecap="round"/>
    <path d="M196 166q60 44 120 0" fill="none" stroke="${LINE}" stroke-width="13"/><path d="M196 166q60 44 120 0" fill="none" stroke="#d9ab56" stroke-width="6" stroke-dasharray="9 5"/>
    ${[196, 316].map((x) => `<circle cx="${x}" cy="164" r="24" fill="url(#goldFace)" stroke="${LINE}" stroke-width="7"/>${star(x, 164, 15, '#6b4718')}`).join('')}
    ${star(256, 320, 74, trim, `stroke="${LINE}" stroke-width="5"`)}
    ${glint(188, 154, 13)}${glint(256, 274, 13)}`,
  );
}

export const BONE_HORN = {
  body: '0 #fff6e0, 0.35 #dcc296, 0.7 #8a6440, 1 #3a2415',
  strap: '0 #8a5226, 1 #3f220d',
};
export const SILVER_HORN = {
  body: '0 #ffffff, 0.35 #b9c9de, 0.7 #5a6f92, 1 #1d2740',
  strap: '0 #a3283a, 1 #4a0b16',
};

/** A horn that calls far away. */
export function drawHorn({ body: horn, strap }) {
  const defs = [
    linear('horn', [0, 0, 0.7, 1], horn),
    radial('mouth', [0.5, 0.5, 0.6], '0 #0c0704, 0.7 #2a1709, 1 #6d4622'),
    linear('strap', [0, 0, 0, 1], strap),
  ].join('');
  const body =
    'M78 176C70 250 118 352 226 396c74 30 150 24 214-6 20-10 20-34-2-36-66-2-108-22-142-62-34-42-50-96-48-142Z';
  return picture(
    defs,
    `${ground(262, 438, 200, 30)}
    <path d="M196 344C230 190 340 110 424 344" fill="none" stroke="${LINE}" stroke-width="27"/>
    <path d="M196 344C230 190 340 110 424 344" fill="none" stroke="url(#strap)" stroke-width="16"/>
    <path d="M196 344C230 190 340 110 424 344" fill="none" stroke="#e2b777" stroke-width="3" stroke-dasharray="9 9" opacity="0.8"/>
    <path d="${body}" fill="url(#horn)" stroke="${LINE}" stroke-width="8"/>
    <path d="M102 230c14 62 58 118 130 146 50 20 102 22 150 12" fill="none" stroke="#fffaf0" stroke-width="9" stroke-linecap="round" opacity="0.5"/>
    <path d="M258 214c14 56 42 98 92 126M240 250c20 52 52 90 96 112" fill="none" stroke="#4c3220" stroke-width="5" stroke-linecap="round" opacity="0.55"/>
    <path d="M232 398c-16-40-6-88 34-118l34 26c-30 26-38 62-26 100-14 0-28-2-42-8Z" fill="url(#gold)" stroke="${LINE}" stroke-width="7"/>
    ${star(260, 346, 26, '#5d3d14')}
    <path d="M372 402c-8-18-4-40 10-54l26 4c-12 14-14 30-8 46Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <path d="M440 390c22-8 22-36-2-36l18-4c20 0 28 34 4 44Z" fill="url(#goldFace)" stroke="${LINE}" stroke-width="6"/>
    <ellipse cx="163" cy="160" rx="96" ry="58" transform="rotate(-10 163 160)" fill="url(#gold)" stroke="${LINE}" stroke-width="8"/>
    <ellipse cx="163" cy="158" rx="76" ry="42" transform="rotate(-10 163 158)" fill="url(#mouth)" stroke="${LINE}" stroke-width="5"/>
    <path d="M78 166c6-26 38-46 78-52" fill="none" stroke="#fff8dc" stroke-width="7" stroke-linecap="round" opacity="0.9"/>
    <path d="M52 92c-10-12-12-28-6-42M86 70c-8-14-6-32 4-46M124 60c-4-14 0-26 8-36" fill="none" stroke="#f5dca0" stroke-width="8" stroke-linecap="round" opacity="0.75"/>
    ${glint(104, 122, 18)}${glint(250, 300, 14)}`,
  );
}

export const EMBER_DRAUGHT = { glow: '#ffcf7a', light: '#ff8a3a', dark: '#8f1f12' };
export const MOON_DRAUGHT = { glow: '#d8f4ff', light: '#5ab4f0', dark: '#1d2f86' };

export const VERDANT_DRAUGHT = { glow: '#e3ffb0', light: '#6fcf4a', dark: '#12542a' };
export const DUSK_DRAUGHT = { glow: '#f6d0ff', light: '#a75be0', dark: '#3a1470' };
export const BARDS_DRAUGHT = { glow: '#fff3c4', light: '#e8b93a', dark: '#7a4a0c' };

/** A round flask with a glowing liquid. */
export function drawDraught({ glow, light, dark }) {
  const defs = [
    radial('liquid', [0.42, 0.36, 0.75], `0 ${glow}, 0.4 ${light}, 1 ${dark}`),
    radial('glass', [0.34, 0.28, 0.85], '0 #e9f4ff 0.75, 0.5 #8fa9c8 0.35, 1 #26344c 0.75'),
    radial('halo', [0.5, 0.5, 0.5], `0 ${light} 0.5, 1 ${light} 0`),
  ].join('');
  const bubbles = [
    [214, 330, 12],
    [296, 356, 9],
    [262, 296, 7],
    [318, 310, 6],
    [236, 380, 8],
    [280, 402, 6],
  ];
  return picture(
    defs,
    `${ground(256, 456, 158, 28)}<circle cx="256" cy="322" r="214" fill="url(#halo)"/>
    <path d="M220 152v54C158 226 118 276 118 334c0 72 60 118 138 118s138-46 138-118c0-58-40-108-102-128v-54Z" fill="#141c2b" stroke="${LINE}" stroke-width="12"/>
    <path d="M136 306c34-18 70 12 120-2 50-14 84-14 120 2 4 8 4 18 4 28 0 64-54 106-124 106s-124-42-124-106c0-10 0-20 4-28Z" fill="url(#liquid)"/>
    <path d="M136 306c34-18 70 12 120-2 50-14 84-14 120 2-36 18-74 16-120 14s-84 10-120-14Z" fill="${glow}" opacity="0.75"/>
    <path d="M220 152v54C158 226 118 276 118 334c0 72 60 118 138 118s138-46 138-118c0-58-40-108-102-128v-54Z" fill="url(#glass)" opacity="0.55"/>
    ${bubbles.map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${glow}" fill-opacity="0.55" stroke="#fff" stroke-opacity="0.7" stroke-width="2.500"/>`).join('')}
    <path d="M152 356c-12-56 14-102 58-124" fill="none" stroke="#fff" stroke-width="13" stroke-linecap="round" opacity="0.75"/>
    <path d="M352 392c12-16 20-36 20-56" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity="0.35"/>
    <path d="M238 166v34" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity="0.6"/>
    <path d="M224 62h64l-6 66h-52Z" fill="url(#wood)" stroke="${LINE}" stroke-width="7"/><path d="M236 72l3 44m14-46v48" stroke="#b9804c" stroke-width="4" stroke-linecap="round" opacity="0.6"/>
    <rect x="202" y="120" width="108" height="36" rx="14" fill="url(#gold)" stroke="${LINE}" stroke-width="7"/>
    <path d="M204 196q52 26 104 0l4 22q-56 26-112 0Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <path d="M256 216v26" stroke="${LINE}" stroke-width="12"/><path d="M256 214v28" stroke="#d9ab56" stroke-width="6"/>
    <circle cx="256" cy="262" r="24" fill="url(#goldFace)" stroke="${LINE}" stroke-width="6"/>${star(256, 262, 16, '#6b4718')}
    ${glint(190, 262, 18)}${sparks([
      [118, 210, 9],
      [396, 190, 10],
      [366, 116, 7],
    ])}`,
  );
}

/** A closed casket: the default picture. */
export function drawCasket() {
  const defs = [
    linear('lid', [0, 0, 0, 1], '0 #6f86ab, 0.4 #3b4d6e, 1 #1b2438'),
    linear('front', [0, 0, 0, 1], '0 #2f3f5e, 1 #121a2a'),
  ].join('');
  const lid = 'M96 250c-4-92 54-150 160-150s164 58 160 150Z';
  return picture(
    defs,
    `${ground(256, 434, 220, 34)}
    <path d="${lid}" fill="url(#lid)" stroke="${LINE}" stroke-width="8"/>
    <path d="M122 204c16-50 52-80 104-86" fill="none" stroke="#cfdcf2" stroke-width="8" stroke-linecap="round" opacity="0.55"/>
    <path d="M150 250c-6-66 10-106 44-138l40-10c-40 36-54 84-50 148ZM362 250c6-66-10-106-44-138l-40-10c40 36 54 84 50 148Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <path d="M92 250h328v158c0 14-8 22-22 22H114c-14 0-22-8-22-22Z" fill="url(#front)" stroke="${LINE}" stroke-width="8"/>
    <path d="M150 262h34v168h-34ZM328 262h34v168h-34Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <rect x="84" y="236" width="344" height="34" rx="9" fill="url(#gold)" stroke="${LINE}" stroke-width="7"/>
    <rect x="88" y="404" width="336" height="28" rx="9" fill="url(#gold)" stroke="${LINE}" stroke-width="7"/>
    <circle cx="256" cy="300" r="62" fill="url(#goldFace)" stroke="${LINE}" stroke-width="8"/>
    <circle cx="256" cy="300" r="46" fill="url(#front)" stroke="${LINE}" stroke-width="4"/>
    ${star(256, 300, 42, 'url(#gold)', `stroke="${LINE}" stroke-width="4"`)}
    ${[167, 345].map((x) => [300, 372].map((y) => `<circle cx="${x}" cy="${y}" r="6" fill="#fff0bd" stroke="${LINE}" stroke-width="3"/>`).join('')).join('')}
    ${glint(256, 268, 16)}${glint(108, 248, 14)}${glint(392, 252, 12)}`,
  );
}
