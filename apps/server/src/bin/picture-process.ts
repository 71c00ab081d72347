// The process of `createPictures`. It loads only sharp and what is done with it.
import type { PictureOutput, PictureTask } from '#platform/pictures/picture-process.ts';
import { PICTURE_WORK } from '#platform/pictures/picture-work.ts';
import { lowerProcessPriority } from '#platform/threads/pool-priority.ts';
import { serveTasks } from '#platform/threads/serve-tasks.ts';

lowerProcessPriority();
serveTasks((task: PictureTask): Promise<PictureOutput> => {
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
});
