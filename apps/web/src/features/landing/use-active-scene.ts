import { useEffect, useState } from 'react';
import { type Scene, SCENES } from './scenes.ts';

/** The scene whose section lies in the middle fifth of the viewport. */
export function useActiveScene(): Scene {
  const [active, setActive] = useState<Scene>('welcome');
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast(({ isIntersecting }) => isIntersecting);
        // Only the sections of SCENES are observed, and their ids are its names.
        if (entered) setActive(entered.target.id as Scene);
      },
      { rootMargin: '-40% 0px -40%' },
    );
    for (const scene of SCENES) {
      const section = document.getElementById(scene);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return active;
}
