import type { VNode } from 'preact';

const VIDEO_FILE = /\.(mp4|webm|mov|m4v|ogv)$/i;

/** Shown until the visitor plays the video. Before that, nothing of it is loaded. */
const POSTER =
  `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 360'%3E` +
  `%3Cpath d='M0 0h640v360H0z' fill='%2316191d'/%3E` +
  `%3Ccircle cx='320' cy='172' r='38' fill='%23fff' fill-opacity='.12' stroke='%23fff' stroke-width='1.5'/%3E` +
  `%3Cpath d='M309 153v38l32-19z' fill='%23fff'/%3E%3C/svg%3E`;

export const VIDEO_CSS = `
.player{display:block;width:100%;aspect-ratio:16/9;border:1px solid var(--line);border-radius:calc(1rem*var(--corners));
background:#16191d}
.on-paper{display:none}
.watch{position:relative;display:flex;gap:1.25rem;align-items:flex-start;padding:1.5rem;border:1px solid var(--line);
border-radius:calc(1rem*var(--corners));background:var(--card)}
.watch h2,.watch p{margin:0}
.proof .watch h2{margin:0;color:inherit;font-size:1.1875rem;font-weight:650;letter-spacing:-.015em}
.watch a::after{content:"";position:absolute;inset:0;border-radius:inherit}
.watch:hover a{text-decoration-thickness:2px}
.watch p{color:var(--soft);font-size:.9375rem}
.play{display:grid;place-items:center;flex:none;width:3.5rem;height:3.5rem;border-radius:50%;background:var(--brand)}
.play::before{content:"";width:1rem;height:1.2rem;background:var(--on-brand);clip-path:polygon(0 0,100% 50%,0 100%);transform:translateX(.15rem)}
@media print{.player{display:none}.on-paper{display:block}}`;

export interface VideoProps {
  /** A safe URL. */
  source: string;
  title: string;
  /** The accessible name of a video without a title. */
  label: string;
}

/** Plays a file. Anything else is a link, because pages do not load frames of other sites. */
export function Video({ source, title, label }: VideoProps): VNode {
  const { host, pathname } = new URL(source);
  return VIDEO_FILE.test(pathname) ? (
    <>
      {title && <h2 dir="auto">{title}</h2>}
      <video
        class="player"
        controls
        preload="none"
        poster={POSTER}
        src={source}
        aria-label={title || label}
      />
      <p class="on-paper">{source}</p>
    </>
  ) : (
    <VideoLink {...{ source, title, host }} />
  );
}

function VideoLink({ source, title, host }: Omit<VideoProps, 'label'> & { host: string }): VNode {
  return (
    <div class="watch">
      <span class="play" aria-hidden="true"></span>
      <div>
        {title && (
          <h2 dir="auto">
            <a href={source}>{title}</a>
          </h2>
        )}
        <p dir="ltr">{title ? host : <a href={source}>{host}</a>}</p>
      </div>
    </div>
  );
}
