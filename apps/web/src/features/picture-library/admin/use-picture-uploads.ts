import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { uploadPicture } from './upload-picture.ts';
import { LIBRARY_KEYS } from './use-picture-library.ts';

export type PictureUploads = {
  /** The name of the file that is being sent; '' for none. */
  uploading: string;
  /** The name of the last file that was taken; '' for none. */
  uploaded: string;
  /** Why files weren't taken, each with its name. */
  failures: string[];
  upload: (files: Iterable<File>) => void;
  /** Whether files are being dragged over the page. */
  isDropping: boolean;
};

/** Uploads pictures that are chosen, dropped or pasted, one after the other. @param onUploaded gets the address */
export function usePictureUploads(onUploaded: (url: string) => void): PictureUploads {
  const client = useQueryClient();
  // The latest callback knows what was chosen or typed since the upload began.
  const latest = useRef(onUploaded);
  useEffect(() => {
    latest.current = onUploaded;
  });
  const queue = useRef<File[]>([]);
  const [uploading, setUploading] = useState('');
  const [uploaded, setUploaded] = useState('');
  const [failures, setFailures] = useState<string[]>([]);
  async function uploadQueued() {
    setFailures([]);
    setUploaded('');
    // A file leaves the queue when it is done, so that others that come meanwhile only wait.
    for (let [file] = queue.current; file; queue.current.shift(), [file] = queue.current) {
      setUploading(file.name);
      try {
        // One at a time, as the server decodes them.
        const { url } = await uploadPicture(file);
        await Promise.all(LIBRARY_KEYS.map((queryKey) => client.invalidateQueries({ queryKey })));
        setUploaded(file.name);
        latest.current(url);
      } catch (error) {
        const reason = messageOf(error, "The picture couldn't be uploaded.");
        setFailures((known) => [...known, `${file.name}: ${reason}`]);
      }
    }
    setUploading('');
  }
  const upload = (files: Iterable<File>) => {
    const isIdle = queue.current.length === 0;
    queue.current.push(...files);
    if (isIdle && queue.current.length > 0) void uploadQueued();
  };
  usePastedFiles(upload);
  const isDropping = useDroppedFiles(upload);
  return { uploading, uploaded, failures, upload, isDropping };
}

/** Text is still pasted into fields, also where a picture of it comes along. */
function usePastedFiles(onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const { clipboardData, target } = event;
    const isField = target instanceof Element && target.matches('input, textarea');
    if (!clipboardData?.files.length || (isField && clipboardData.types.includes('text/plain'))) return;
    event.preventDefault();
    onFiles([...clipboardData.files]);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => take(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

/** Takes files wherever they are dropped. Outside the dialog, the browser would open them instead of the page. */
function useDroppedFiles(onFiles: (files: FileList) => void): boolean {
  const [isDropping, setIsDropping] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsDropping(event.type === 'dragover');
      if (event.type === 'drop') take(event.dataTransfer.files);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setIsDropping(false);
    };
    document.addEventListener('dragover', drag);
    document.addEventListener('drop', drag);
    document.addEventListener('dragleave', leave);
    return () => {
      document.removeEventListener('dragover', drag);
      document.removeEventListener('drop', drag);
      document.removeEventListener('dragleave', leave);
    };
  }, []);
  return isDropping;
}
