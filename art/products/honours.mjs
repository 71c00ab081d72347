import { glint, ground, LINE, linear, picture, radial, star } from './parts.mjs';

/** A red wax seal on a ribbon, for the club. */
export function drawClubSeal() {
  const defs = [
    radial('wax', [0.36, 0.3, 0.8], '0 #ff8f7d, 0.35 #c4262e, 0.8 #7a0f1d, 1 #3f0511'),
    linear('ribbon', [0, 0, 1, 0], '0 #2c4f80, 0.5 #6f9fd6, 1 #1f3a63'),
    linear('laurel', [0, 0, 0, 1], '0 #ffe9ae, 1 #8f6226'),
  ].join('');
  const rim = Array.from({ length: 36 }, (_, place) => {
    const angle = (place / 36) * 2 * Math.PI;
    const r = 146 + 9 * Math.sin(place * 2.4) + 6 * Math.cos(place * 1.1);
    return `${(256 + r * Math.cos(angle)).toFixed(1)} ${(214 + r * Math.sin(angle)).toFixed(1)}`;
  });
  return picture(
    defs,
    `${ground(256, 468, 130, 22)}
    <path d="M186 300 128 462l50-20 32 40 52-150Z" fill="url(#ribbon)" stroke="${LINE}" stroke-width="7"/>
    <path d="M326 300l58 162-50-20-32 40-52-150Z" fill="url(#ribbon)" stroke="${LINE}" stroke-width="7"/>
    <path d="M160 432 204 312M352 432 308 312" stroke="#e5c47e" stroke-width="5" opacity="0.9"/>
    <path d="M${rim.join('L')}Z" fill="url(#wax)" stroke="${LINE}" stroke-width="16"/>
    <path d="M${rim.join('L')}Z" fill="url(#wax)" stroke="url(#wax)" stroke-width="8"/>
    <circle cx="256" cy="214" r="114" fill="url(#wax)" stroke="#4d0813" stroke-width="7"/>
    <circle cx="256" cy="214" r="104" fill="none" stroke="#ff9d8c" stroke-width="3" opacity="0.5"/>
    ${laurel(1)}${laurel(-1)}
    ${star(256, 204, 76, 'url(#gold)', 'stroke="#4d0813" stroke-width="6"')}
    <path d="M146 152c16-32 44-56 80-66" fill="none" stroke="#ffd2c6" stroke-width="9" stroke-linecap="round" opacity="0.75"/>
    ${glint(256, 150, 18)}`,
  );
}

/** Five leaves on one side of the seal: 1 right, -1 left. */
function laurel(side) {
  return [0, 1, 2, 3, 4]
    .map((place) => {
      const angle = ((62 - place * 31) * Math.PI) / 180;
      const x = 256 + side * 84 * Math.cos(angle);
      const y = 220 + 84 * Math.sin(angle);
      const turn = side * (62 - place * 31 + 90 - 28);
      return `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="24" ry="10" transform="rotate(${turn.toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)})" fill="url(#laurel)" stroke="#4d0813" stroke-width="3.500"/>`;
    })
    .join('');
}

/** A hanging banner with the gate, for founders. */
export function drawFounderBanner() {
  const defs = [
    linear(
      'cloth',
      [0, 0, 1, 0],
      '0 #5b0f1c, 0.2 #a82436, 0.38 #7b1526, 0.58 #b62b3c, 0.8 #7b1526, 1 #48091a',
    ),
    linear('clothShade', [0, 0, 0, 1], '0 #000 0.42, 0.2 #000 0, 0.75 #000 0, 1 #000 0.45'),
  ].join('');
  const cloth = 'M132 92h248v296l-52-30-72 92-72-92-52 30Z';
  return picture(
    defs,
    `${ground(256, 478, 120, 18)}
    <path d="${cloth}" fill="url(#cloth)" stroke="${LINE}" stroke-width="8"/>
    <path d="${cloth}" fill="url(#clothShade)"/>
    <path d="M152 100h208v252l-34-20-70 88-70-88-34 20Z" fill="none" stroke="url(#gold)" stroke-width="7"/>
    <g stroke="${LINE}" stroke-width="5">
      <path d="M190 330v-18h10v-62c0-34 22-62 56-82 34 20 56 48 56 82v62h10v18h-44v-18h8v-58c0-22-12-38-30-52-18 14-30 30-30 52v58h8v18Z" fill="url(#gold)"/>
    </g>
    ${star(256, 158, 34, 'url(#gold)', `stroke="${LINE}" stroke-width="5"`)}
    ${star(256, 282, 50, '#fff3cf', `stroke="${LINE}" stroke-width="4"`)}
    <rect x="84" y="70" width="344" height="24" rx="12" fill="url(#wood)" stroke="${LINE}" stroke-width="7"/>
    <path d="M96 77h320" stroke="#c58a54" stroke-width="4" stroke-linecap="round" opacity="0.7"/>
    ${[84, 428].map((x) => `<circle cx="${x}" cy="82" r="23" fill="url(#goldFace)" stroke="${LINE}" stroke-width="7"/>`).join('')}
    ${[150, 203, 256, 309, 362].map((x) => `<rect x="${x - 11}" y="64" width="22" height="42" rx="6" fill="url(#gold)" stroke="${LINE}" stroke-width="5"/>`).join('')}
    <path d="M84 62 256 20 428 62" fill="none" stroke="${LINE}" stroke-width="12"/><path d="M84 62 256 20 428 62" fill="none" stroke="#c79a4b" stroke-width="6"/>
    <circle cx="256" cy="446" r="15" fill="url(#goldFace)" stroke="${LINE}" stroke-width="6"/>
    ${[
      [132, 392],
      [380, 392],
    ]
      .map(
        ([x, y]) =>
          `<path d="M${x - 6} ${y}h12l5 44h-22Z" fill="url(#gold)" stroke="${LINE}" stroke-width="5"/>`,
      )
      .join('')}
    ${glint(256, 246, 16)}${glint(362, 78, 14)}`,
  );
}

/** A shield over crossed swords, for veterans. */
export function drawVeteranCrest() {
  const defs = [
    linear('field', [0, 0, 0.3, 1], '0 #3f6aa6, 0.5 #1f3b68, 1 #0c1a34'),
    linear('blade', [0, 0, 1, 0], '0 #f3f7fd, 0.5 #c3cedf, 0.5 #76839a, 1 #4a566b'),
  ].join('');
  return picture(
    defs,
    `${ground(256, 474, 150, 22)}${sword(46)}${sword(-46)}
    <path d="M256 84c36 24 84 36 136 34 6 150-22 264-136 336C142 382 114 268 120 118c52 2 100-10 136-34Z" fill="url(#gold)" stroke="${LINE}" stroke-width="8"/>
    <path d="M256 116c32 20 70 30 110 30 2 124-22 212-110 272-88-60-112-148-110-272 40 0 78-10 110-30Z" fill="url(#field)" stroke="${LINE}" stroke-width="6"/>
    <path d="M256 116c32 20 70 30 110 30 2 124-22 212-110 272Z" fill="#000" opacity="0.26"/>
    ${star(256, 258, 112, 'url(#gold)', `stroke="${LINE}" stroke-width="6"`)}
    <path d="M256 146 273 241 256 258ZM325 258 273 275 256 258ZM256 370 239 275 256 258ZM187 258 239 241 256 258Z" fill="#fff5d2" opacity="0.5"/>
    <path d="M138 136c2 66 8 112 26 158" fill="none" stroke="#fff3c4" stroke-width="6" stroke-linecap="round" opacity="0.8"/>
    ${[
      [188, 168],
      [324, 168],
    ]
      .map(
        ([x, y]) =>
          `<circle cx="${x}" cy="${y}" r="9" fill="url(#goldFace)" stroke="${LINE}" stroke-width="4"/>`,
      )
      .join('')}
    ${glint(256, 206, 22)}`,
  );
}

function sword(angle) {
  return `<g transform="translate(256 256) rotate(${angle}) scale(1.14)" stroke="${LINE}" stroke-width="6">
      <path d="M-15 118V-196L0-238l15 42v314Z" fill="url(#blade)"/>
      <path d="M-52 112q52 22 104 0l6 26q-58 20-116 0Z" fill="url(#gold)"/>
      <rect x="-11" y="136" width="22" height="62" rx="6" fill="#4a2917"/><path d="M-11 152l22 10m-22 8 22 10" stroke="#d9ab56" stroke-width="4"/>
      <circle cy="210" r="18" fill="url(#goldFace)"/></g>`;
}
