import type { VNode } from 'preact';
import { textIn } from '../kit/screen.js';
import { words } from '../../words/english.js';
import { newOrder, type Placed } from './new-order.js';

/** The name of the buttons that move a record. */
const MOVE = 'move';

/** A move up or down, as a button sends it: the id of the record, and where it was. */
const SENT = /^(up|down):(\d{1,6}):(\w{1,80})$/;

interface MoveButtonsProps {
  id: string;
  /** What is moved. */
  name: string;
  at: number;
  isLast: boolean;
}

/** Buttons of the form around a list. */
export function MoveButtons({ id, name, at, isLast }: MoveButtonsProps): VNode {
  const { library } = words;
  const button = (way: 'up' | 'down', sign: string, isOff: boolean) => (
    <button class="quiet small" name={MOVE} value={`${way}:${at}:${id}`} disabled={isOff}>
      <span aria-hidden="true">{sign}</span>
      <span class="unseen">{library[way](name)}</span>
    </button>
  );
  return (
    <div class="moves">
      {button('up', '↑', at === 0)}
      {button('down', '↓', isLast)}
    </div>
  );
}

/** Which records get other numbers. A record that is no longer where it was stays: so a repeat moves nothing. */
export function movesIn(form: URLSearchParams, list: readonly Placed[]): Placed[] {
  const [, way, at, id] = SENT.exec(textIn(form, MOVE)) ?? [];
  return list[Number(at)]?.id === id ? newOrder(list, Number(at), way === 'up' ? -1 : 1) : [];
}
