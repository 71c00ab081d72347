/**
 * The picture that a key leads to, with the last one before the first; undefined for other keys. Not shared with `ui/Tabs`,
 * because both would then come in one chunk, which visitors load.
 */
export function nextPicture(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count;
    case 'ArrowLeft':
      return (current + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
