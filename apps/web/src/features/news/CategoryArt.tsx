import { scenePicture } from '#features/page/page-meta.ts';
import { OptionalImage } from '#ui/OptionalImage.tsx';
import styles from './CategoryArt.module.css';
import { artOf } from './category-art.ts';

/** In place of an article's picture: a detail of one of the brand's scenes, the same for all articles of a category. */
export function CategoryArt({ category }: { category: string }) {
  const { scene, tint, detail } = artOf(category);
  return (
    <div className={styles.art} data-tint={tint} data-detail={detail}>
      <OptionalImage
        src={scenePicture(scene, 'landscape')}
        alt=""
        width="640"
        height="360"
        loading="lazy"
        decoding="async"
      />
    </div>
  );
}
