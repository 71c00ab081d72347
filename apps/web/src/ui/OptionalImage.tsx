import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** A decorative picture that is removed when it can't be loaded. */
export function OptionalImage(props: ComponentProps<'img'> & { src: string; alt: string }) {
  const { src, alt } = props;
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  useEffect(() => {
    // It may have failed before hydration; there is no second error event.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);
  if (brokenSrc === src) return null;
  return <img {...props} ref={image} alt={alt} onError={() => setBrokenSrc(src)} />;
}
