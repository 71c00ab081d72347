import { useEffect, useState } from 'react';
import { scenePicture } from '#features/page/page-meta.ts';
import styles from './Backdrop.module.css';
import { type Scene, SCENES } from './scenes.ts';

/** The fixed picture behind the landing page: each scene fades into the next, under drifting fog and embers. */
export function Backdrop({ active }: { active: Scene }) {
  const [loaded, setLoaded] = useState<Scene[]>(['welcome']);
  const isSettled = useIsSettled();
  const wanted = useFurthest(SCENES.indexOf(active)) + (isSettled ? 2 : 1);
  const [shown, setShown] = useState<Scene>('welcome');
  // Don't fade to a picture that is still loading.
  if (shown !== active && loaded.includes(active)) setShown(active);
  return (
    <div className={styles.backdrop} data-moving={isSettled} aria-hidden>
      {SCENES.slice(0, wanted).map((scene) => (
        <picture key={scene} className={styles.scene} data-shown={scene === shown}>
          <source media="(orientation: portrait)" srcSet={scenePicture(scene, 'portrait')} />
          <img
            src={scenePicture(scene, 'landscape')}
            alt=""
            decoding="async"
            fetchPriority={scene === 'welcome' ? 'high' : 'low'}
            onLoad={() => setLoaded((before) => [...before, scene])}
          />
        </picture>
      ))}
      <div className={styles.fog} />
      <div className={styles.embers} />
    </div>
  );
}

/** Whether the page has loaded. Until then nothing moves and no further picture loads, so that all work is for the first. */
function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const settle = () => setIsSettled(true);
    if (document.readyState === 'complete') return settle();
    window.addEventListener('load', settle);
    return () => window.removeEventListener('load', settle);
  }, []);
  return isSettled;
}

function useFurthest(reached: number): number {
  const [furthest, setFurthest] = useState(reached);
  if (reached > furthest) setFurthest(reached);
  return furthest;
}
