/** '1 order', '1,200 orders'. */
export function countText(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count.toLocaleString()} ${noun}s`;
}
