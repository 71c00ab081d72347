// The process of `createPictures`. It loads only sharp and what is done with it.
import type { PictureMessage, PictureTask } from '#platform/pictures/picture-process.ts';
import { PICTURE_WORK } from '#platform/pictures/picture-work.ts';
import { lowerProcessPriority } from '#platform/threads/pool-priority.ts';

lowerProcessPriority();
process.on('message', (task: PictureTask) => void work(task).then(post));
process.on('disconnect', () => process.exit());
post('ready');

function post(message: PictureMessage): void {
  process.send?.(message);
}

async function work(task: PictureTask): Promise<PictureMessage> {
  try {
    return { output: await output(task) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function output(task: PictureTask) {
  switch (task.work) {
    case 'encode':
      return PICTURE_WORK.encode(...task.input);
    case 'shrink':
      return PICTURE_WORK.shrink(...task.input);
    case 'preview':
      return PICTURE_WORK.preview(...task.input);
    case 'measure':
      return PICTURE_WORK.measure(...task.input);
  }
}
