import type { ComponentChildren, VNode } from 'preact';
import { words } from '../words/english.js';

const LONG = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** In UTC: without a script, nobody knows the time zone of the person. */
export function Moment({ at }: { at: Date }): VNode {
  return <time dateTime={at.toISOString()}>{`${LONG.format(at)} UTC`}</time>;
}

export function Day({ at }: { at: Date }): VNode {
  return <time dateTime={at.toISOString().slice(0, 10)}>{DAY.format(at)}</time>;
}

export type Tone = 'good' | 'bad' | 'warn' | 'plain';

export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ComponentChildren }): VNode {
  return <span class={`badge ${tone}`}>{children}</span>;
}

interface HeadingProps {
  title: string;
  about?: ComponentChildren;
  back?: { href: string; label: string };
  children?: ComponentChildren;
}

/** The top of a screen: where it leads back to, its title, and what can be done. */
export function Heading({ title, about, back, children }: HeadingProps): VNode {
  return (
    <div class="heading">
      {back && (
        <a class="back" href={back.href}>
          {back.label}
        </a>
      )}
      <div class="line">
        <h1>{title}</h1>
        {children && <div class="actions">{children}</div>}
      </div>
      {about && <p class="about">{about}</p>}
    </div>
  );
}

/** A list without records says what to do next. */
export function Empty({ title, children }: { title: string; children: ComponentChildren }): VNode {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** That something was done. The address names it, so the notice is there once. */
export function Done({ name }: { name: string | null }): VNode | null {
  const text =
    name !== null && Object.hasOwn(words.done, name) && words.done[name as keyof typeof words.done];
  if (!text) return null;
  return (
    <p class="notice good" role="status">
      {text}
    </p>
  );
}

interface PagesProps {
  /** The address of the list with its filters. */
  path: string;
  query: URLSearchParams;
  nextCursor: string | null;
}

/** To the next page of a list, and back to its first. */
export function ListPages({ path, query, nextCursor }: PagesProps): VNode | null {
  const isFirst = !query.has('cursor');
  if (isFirst && nextCursor === null) return null;
  return (
    <nav class="pages" aria-label={words.lists.pages}>
      {!isFirst && <a href={withCursor(path, query, null)}>{words.lists.first}</a>}
      {nextCursor !== null && <a href={withCursor(path, query, nextCursor)}>{words.lists.next}</a>}
    </nav>
  );
}

function withCursor(path: string, query: URLSearchParams, cursor: string | null): string {
  const next = new URLSearchParams(query);
  next.delete('cursor');
  next.delete('done');
  if (cursor !== null) next.set('cursor', cursor);
  return next.size > 0 ? `${path}?${next}` : path;
}

/** What is wider than a phone is moved sideways, also by the keyboard. */
export function Scrolled({ label, children }: { label: string; children: ComponentChildren }): VNode {
  return (
    <div class="scrolled" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
