import { useState } from 'react';
import styles from './Avatar.module.css';

type AvatarProps = { url: string | null; userName: string };

/** The player's picture; their initial when it's missing or broken. */
export function Avatar({ url, userName }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  return (
    <div className={styles.avatar}>
      {url && url !== brokenUrl ? (
        // The name is right next to it.
        <img src={url} alt="" width={64} height={64} onError={() => setBrokenUrl(url)} />
      ) : (
        <span aria-hidden>{userName.slice(0, 1).toUpperCase()}</span>
      )}
    </div>
  );
}
