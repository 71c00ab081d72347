import { useEffect, useState } from 'react';
import { type Scene, SCENES } from './scenes.ts';

/** The scene whose section lies in the middle fifth of the viewport; of two there, the one nearest its centre. */
export function useActiveScene(): Scene {
  const [active, setActive] = useState<Scene>('welcome');
  useEffect(() => {
    const inBand = new Set<Element>();
    const choose = () => {
      const [nearest] = [...inBand].toSorted((a, b) => distanceToCentre(a) - distanceToCentre(b));
      // Only the sections of SCENES are observed, and their ids are its names.
      if (nearest) setActive(nearest.id as Scene);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) inBand.add(target);
          else inBand.delete(target);
        }
        choose();
      },
      { rootMargin: '-40% 0px -40%' },
    );
    for (const scene of SCENES) {
      const section = document.getElementById(scene);
      if (section) observer.observe(section);
    }
    // Between two sections in the band the choice changes without one of them entering or leaving.
    document.addEventListener('scroll', choose, { passive: true });
    return () => {
      observer.disconnect();
      document.removeEventListener('scroll', choose);
    };
  }, []);
  return active;
}

/** How far a section is from the middle of the viewport, 0 where it lies across it. */
function distanceToCentre(section: Element): number {
  const { top, bottom } = section.getBoundingClientRect();
  const centre = window.innerHeight / 2;
  return Math.max(top - centre, centre - bottom, 0);
}
