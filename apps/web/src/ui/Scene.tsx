import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './Scene.module.css';

type SceneProps = { picture: 'start' | 'community'; children: ReactNode };

/** One of the brand's pictures behind a single panel. */
export function Scene({ picture, children }: SceneProps) {
  return <section className={classNames(styles.scene, styles[picture])}>{children}</section>;
}
