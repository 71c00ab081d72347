import { coin, glint, ground, LINE, linear, picture, radial, randomFrom, star, studs } from './parts.mjs';

/** A leather pouch with coins before it. */
export function drawCoinPouch() {
  const defs = [
    radial('leather', [0.36, 0.3, 0.85], '0 #a9713f, 0.45 #74451f, 1 #2c170a'),
    linear('cord', [0, 0, 0, 1], '0 #ffe6a3, 1 #946226'),
  ].join('');
  return picture(
    defs,
    `${ground(256, 440, 210, 38)}
    <path d="M188 150C160 112 168 78 196 84c10-26 34-24 44-6 14-22 40-18 46 4 26-16 52 0 40 30-4 16-16 28-26 40Z" fill="url(#leather)" stroke="${LINE}" stroke-width="7"/>
    <path d="M206 140c-10-18-12-34-6-46M246 142c-4-22-2-38 0-52M288 142c6-20 8-34 6-46" fill="none" stroke="${LINE}" stroke-width="5" stroke-linecap="round" opacity="0.65"/>
    <path d="M184 168C112 218 84 300 104 370c14 50 70 72 152 72s138-22 152-72c20-70-8-152-80-202Z" fill="url(#leather)" stroke="${LINE}" stroke-width="7"/>
    <path d="M150 236c-22 40-28 88-18 128M206 196c-16 30-24 60-26 92M312 196c22 34 34 78 34 120M368 250c14 30 18 66 14 98" fill="none" stroke="#1d0f06" stroke-width="6" stroke-linecap="round" opacity="0.55"/>
    <path d="M132 262c12-34 30-58 54-74" fill="none" stroke="#e2ad74" stroke-width="7" stroke-linecap="round" opacity="0.5"/>
    <path d="M178 154c40 16 116 16 156 0l6 20c-44 20-124 20-168 0Z" fill="url(#cord)" stroke="${LINE}" stroke-width="6"/>
    <path d="M318 170c26 14 40 40 38 74m-42-68c8 22 10 44 2 66" fill="none" stroke="${LINE}" stroke-width="15" stroke-linecap="round"/>
    <path d="M318 170c26 14 40 40 38 74m-42-68c8 22 10 44 2 66" fill="none" stroke="#d9ab56" stroke-width="8" stroke-linecap="round"/>
    <circle cx="356" cy="250" r="11" fill="url(#goldFace)" stroke="${LINE}" stroke-width="4"/><circle cx="316" cy="246" r="11" fill="url(#goldFace)" stroke="${LINE}" stroke-width="4"/>
    ${star(236, 306, 62, '#e0b55f', `stroke="${LINE}" stroke-width="5"`)}
    ${coin({ x: 120, y: 430, r: 50, angle: -6 })}${coin({ x: 392, y: 424, r: 52, angle: 8 })}
    ${coin({ x: 214, y: 448, r: 54, flatness: 0.46 })}${coin({ x: 312, y: 452, r: 50, angle: 4 })}
    ${coin({ x: 262, y: 420, r: 46, flatness: 0.5, angle: -8 })}
    ${glint(176, 438, 20)}${glint(414, 408, 16)}`,
  );
}

/** An open chest full of coins. */
export function drawCoinChest() {
  const random = randomFrom(11);
  const heap = Array.from({ length: 34 }, (_, place) => {
    const row = Math.floor(place / 9);
    return coin({
      x: 130 + (place % 9) * 31 + random() * 16,
      y: 208 + row * 20 + random() * 12 - 26 * Math.cos(((place % 9) - 4) * 0.38),
      r: 30 + random() * 6,
      flatness: 0.42 + random() * 0.18,
      angle: random() * 36 - 18,
    });
  }).join('');
  const defs = linear('inside', [0, 0, 0, 1], '0 #170d07, 1 #6b3d14');
  return picture(
    defs,
    `${ground(256, 440, 226, 36)}
    <path d="M92 214 74 132c-6-30 10-56 40-62 96-18 188-18 284 0 30 6 46 32 40 62l-18 82Z" fill="url(#wood)" stroke="${LINE}" stroke-width="8"/>
    <path d="M112 206 98 140c-4-22 8-40 28-44 88-16 172-16 260 0 20 4 32 22 28 44l-14 66Z" fill="url(#inside)" stroke="${LINE}" stroke-width="5"/>
    <path d="M84 98c8-14 18-24 32-28 94-18 186-18 280 0 14 4 24 14 32 28-112-26-232-26-344 0Z" fill="url(#gold)" stroke="${LINE}" stroke-width="5"/>
    <circle cx="256" cy="196" r="150" fill="url(#ember)" opacity="0.6"/>
    ${heap}
    <path d="M80 250h352l-12 168c-2 14-10 22-24 22H116c-14 0-22-8-24-22Z" fill="url(#wood)" stroke="${LINE}" stroke-width="8"/>
    <path d="M88 306h336M92 364h328" stroke="#1c0f08" stroke-width="5" opacity="0.8"/>
    <path d="M74 242h364l-2 30H76Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <path d="M124 272h42l4 168h-38ZM346 272h42l-8 168h-38Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <path d="M90 414h332l-2 10c-3 12-12 16-24 16H116c-12 0-21-4-24-16Z" fill="url(#gold)" stroke="${LINE}" stroke-width="6"/>
    <path d="M212 252h88v64c0 28-24 44-44 54-20-10-44-26-44-54Z" fill="url(#gold)" stroke="${LINE}" stroke-width="7"/>
    ${star(256, 304, 42, '#4a2f10')}
    ${studs(
      [
        [145, 292],
        [367, 292],
        [145, 400],
        [367, 400],
      ],
      7,
      3,
    )}

    ${coin({ x: 70, y: 436, r: 40 })}${coin({ x: 444, y: 440, r: 42, angle: 6 })}
    ${glint(190, 186, 24)}${glint(338, 200, 18)}${glint(258, 156, 14)}`,
  );
}

/** A hill of coins with a crown on it. */
export function drawCoinHoard() {
  const random = randomFrom(29);
  const rows = [4, 6, 7, 7];
  const hill = rows
    .map((count, row) =>
      Array.from({ length: count }, (_, place) => {
        const spread = (place / (count - 1) - 0.5) * 2;
        return coin({
          x: 256 + spread * (92 + row * 38) + random() * 12 - 6,
          y: 276 + row * 52 + spread * spread * 34 + random() * 8,
          r: 46 + random() * 6,
          flatness: 0.4 + random() * 0.28,
          angle: spread * 22 + random() * 16 - 8,
        });
      }).join(''),
    )
    .join('');
  const defs = [
    linear('ruby', [0, 0, 0.4, 1], '0 #ff9a8c, 0.5 #c01f33, 1 #54061a'),
    linear('crownBack', [0, 0, 0, 1], '0 #80591f, 1 #3a250c'),
  ].join('');
  return picture(
    defs,
    `${ground(256, 462, 244, 34)}
    <path d="M40 456c20-64 96-196 216-196s196 132 216 196Z" fill="#5a3c14" stroke="${LINE}" stroke-width="6"/>
    <ellipse cx="256" cy="242" rx="108" ry="26" fill="url(#crownBack)" stroke="${LINE}" stroke-width="6"/>
    <path d="m140 116 54 66 62-118 62 118 54-66-18 140c-54 26-142 26-196 0Z" fill="url(#gold)" stroke="${LINE}" stroke-width="8"/>
    <path d="M154 222c60 26 144 26 204 0l-4 34c-54 26-142 26-196 0Z" fill="url(#goldFace)" stroke="${LINE}" stroke-width="6"/>
    ${gem(256, 168, 26)}${gem(190, 204, 15)}${gem(322, 204, 15)}
    ${studs(
      [
        [140, 112],
        [256, 60],
        [372, 112],
      ],
      15,
      6,
    )}
    ${hill}
    ${gem(112, 404, 24)}${gem(388, 372, 22)}
    ${glint(256, 96, 26)}${glint(164, 330, 20)}${glint(356, 432, 22)}`,
  );
}

function gem(x, y, size) {
  const [width, rise, fall] = [size * 0.8, size * 0.7, size * 1.1];
  return `<path d="M${x} ${y - size}l${width} ${rise}-${width} ${fall}-${width}-${fall}Z" fill="url(#ruby)" stroke="${LINE}" stroke-width="4"/>
    <path d="M${x} ${y - size}l${size * 0.25} ${size * 0.75}-${size * 0.25} ${size * 1.05}" fill="none" stroke="#ffd0c8" stroke-width="2.500" opacity="0.7"/>`;
}

export const ASTRUM = {
  faceLight: '0 #f2fcff, 0.35 #8bd0ff, 1 #2c5fb8',
  faceMid: '0 #a5dcff, 0.5 #4388dc, 1 #253c92',
  faceDark: '0 #5b8fe6, 0.6 #2b3f96, 1 #1b1a52',
  aura: '0 #8fd6ff 0.55, 1 #5a7cff 0',
};
export const FALLEN_STAR = {
  faceLight: '0 #fffbe8, 0.35 #ffc98b, 1 #c2542a',
  faceMid: '0 #ffdca5, 0.5 #e07a3a, 1 #8c2a24',
  faceDark: '0 #e68a5b, 0.6 #962f2b, 1 #4a1220',
  aura: '0 #ffd08f 0.55, 1 #ff7a3a 0',
};

/** A cluster of crystals. */
export function drawCrystal({ faceLight, faceMid, faceDark, aura }) {
  const defs = [
    linear('faceLight', [0, 0, 0.3, 1], faceLight),
    linear('faceMid', [0, 0, 0, 1], faceMid),
    linear('faceDark', [0, 0, 0, 1], faceDark),
    radial('aura', [0.5, 0.5, 0.5], aura),
    linear('rock', [0, 0, 0, 1], '0 #4a5468, 1 #171c28'),
  ].join('');
  return picture(
    defs,
    `${ground(256, 446, 200, 34)}<circle cx="256" cy="250" r="230" fill="url(#aura)"/>
    ${shard(176, 420, 74, 210, -24)}${shard(344, 420, 78, 230, 22)}${shard(256, 424, 116, 372, 0)}
    ${shard(212, 436, 60, 138, -13)}${shard(312, 438, 62, 152, 11)}${shard(120, 436, 48, 112, -34)}${shard(398, 438, 46, 106, 34)}
    <path d="M70 444c16-34 54-44 84-32 22-22 66-24 92-6 34-20 78-16 98 6 36-14 78-2 98 32-44 24-330 24-372 0Z" fill="url(#rock)" stroke="${LINE}" stroke-width="7"/>
    <path d="M116 430l30-12M210 424l34-10M318 422l30-10M392 430l20-4" stroke="#8b9ab4" stroke-width="4" stroke-linecap="round" opacity="0.7"/>
    ${glint(230, 132, 30)}${glint(356, 268, 18)}${glint(158, 296, 16)}${glint(300, 214, 12)}`,
  );
}

/** One crystal on its foot, leaning by `angle` degrees. */
function shard(x, y, width, height, angle) {
  const half = width / 2;
  const shoulder = height * 0.24;
  const top = -height;
  return `<g transform="translate(${x} ${y}) rotate(${angle})" stroke="${LINE}" stroke-width="6">
    <path d="M${-half} 0V${top + shoulder}L${-half * 0.1} ${top} ${half} ${top + shoulder * 1.15}V0Z" fill="url(#faceMid)"/>
    <path d="M${-half} 0V${top + shoulder}L${-half * 0.1} ${top}-${half * 0.3} ${top + shoulder * 1.4}V0Z" fill="url(#faceLight)" stroke-width="2.500"/>
    <path d="M${half * 0.42} 0V${top + shoulder * 1.5}L${-half * 0.1} ${top} ${half} ${top + shoulder * 1.15}V0Z" fill="url(#faceDark)" stroke-width="2.500"/>
  </g>`;
}
