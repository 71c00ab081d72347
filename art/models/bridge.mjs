import { hashCell } from '#lib/numbers.mjs';
import { box, cut, limb, made, place } from './shapes.mjs';
import { createModel } from '#lib/solids.mjs';

/** Courses of hewn stone, some darker, on any upright face. */
const masonry = (unit) => ({
  color: [0.1, 0.1, 0.115],
  grain: (x, y, z) => {
    const v = (y / unit) * 7;
    const course = Math.floor(v);
    const u = ((x + z * 0.7) / unit) * 3.4 + (course % 2) * 0.5;
    const joint = Math.min(v - course, (u - Math.floor(u)) * 2);
    return (0.75 + 0.5 * hashCell(Math.floor(u), course)) * (joint < 0.1 ? 0.6 : 1);
  },
});

/** A bridge along x on round arches; its deck is at the height `y` and `span` is the width of one arch. */
export function bridge({ x, z, y, unit, spans = 5, span = 2.4 }) {
  const stone = masonry(unit);
  const long = (spans * span) / 2;
  const deep = 5;
  const openings = Array.from({ length: spans }, (_, k) => -long + span * (k + 0.5));
  let body = place(box([long, deep, 0.5], 0.02), { at: [0, -deep, 0] });
  for (const middle of openings) {
    const wide = span * 0.38;
    body = cut(body, limb([middle, -0.36 - wide, -1], [middle, -0.36 - wide, 1], wide));
    body = cut(body, place(box([wide, 4, 1]), { at: [middle, -0.36 - wide - 4, 0] }));
  }
  const piers = openings.slice(1).map((middle) => middle - span / 2);
  const parapet = [-1, 1].flatMap((side) => [
    place(box([long, 0.075, 0.05], 0.015), { at: [0, 0.07, side * 0.5] }),
    ...piers.map((px) => place(box([0.13, 0.19, 0.1], 0.02), { at: [px, 0.12, side * 0.5] })),
    ...piers.map((px) => place(box([0.2, deep, 0.12], 0.02), { at: [px, -deep - 0.12, side * 0.5] })),
  ]);
  const parts = [...made(stone, [body]), ...made(stone, parapet)];
  return () => [createModel(parts, { x, y, z, size: unit })];
}
