import { type ComponentProps, useEffect, useRef, useState } from 'react';

/** A picture that nobody misses: when it cannot be loaded, nothing is there. */
export function OptionalImage(props: ComponentProps<'img'> & { src: string; alt: string }) {
  const { src, alt } = props;
  const image = useRef<HTMLImageElement>(null);
  const [brokenSrc, setBrokenSrc] = useState<string>();
  useEffect(() => {
    // It may have failed before this code arrived, and does not say so twice.
    if (image.current?.complete && image.current.naturalWidth === 0) setBrokenSrc(src);
  }, [src]);
  if (brokenSrc === src) return null;
  return <img {...props} ref={image} alt={alt} onError={() => setBrokenSrc(src)} />;
}
