import type { VNode } from 'preact';
import type { ActionCardWidget, Logo } from '../../pages/index.js';
import { Logos, type ShownLogo } from './blocks/logos.js';
import { Video } from './blocks/video.js';
import { safeWebUrl } from './texts/safe-url.js';
import type { ShownPicture } from './texts/shown-picture.js';
import { useWords } from './words-context.js';

/** Returns the picture of a logo; undefined if there is none, or if it is in the trash. */
export type LogoPictures = (image: Logo['image']) => ShownPicture | undefined;

/** Widgets with something to show. Videos that follow each other stand in pairs. */
export function shownWidgets(widgets: readonly ActionCardWidget[], pictures: LogoPictures): VNode[] {
  const shown = widgets.map((widget) => partsOf(widget, pictures)).filter(hasParts);
  return shown.map((parts, index) => <Widget {...parts} isHalf={isInPair(shown, index)} />);
}

interface WidgetParts {
  title: string;
  /** The safe URL of a video. */
  source?: string;
  logos: ShownLogo[];
}

function partsOf({ type, title, url, logos }: ActionCardWidget, pictures: LogoPictures): WidgetParts {
  return {
    title,
    source: type === 'video' ? safeWebUrl(url) : undefined,
    logos: logos.flatMap(({ image }) => {
      const picture = pictures(image);
      return picture ? [{ picture, altText: image.altText }] : [];
    }),
  };
}

function hasParts({ source, logos }: WidgetParts): boolean {
  return source !== undefined || logos.length > 0;
}

/** Of an odd number of videos, the first one has a row of its own. */
function isInPair(shown: readonly WidgetParts[], index: number): boolean {
  const isVideo = ({ source, logos }: WidgetParts) => source !== undefined && logos.length === 0;
  if (!isVideo(shown[index]!)) return false;
  const start = shown.findLastIndex((each, at) => at < index && !isVideo(each)) + 1;
  const end = shown.findIndex((each, at) => at > index && !isVideo(each));
  const count = (end === -1 ? shown.length : end) - start;
  return count % 2 === 0 || index > start;
}

function Widget({ title, source, logos, isHalf }: WidgetParts & { isHalf: boolean }): VNode {
  const { video } = useWords();
  return (
    <div class={isHalf ? 'widget half' : 'widget'}>
      {source ? <Video {...{ source, title }} label={video} /> : title && <h2 dir="auto">{title}</h2>}
      {logos.length > 0 && <Logos logos={logos} />}
    </div>
  );
}
