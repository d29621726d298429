import type { Setting } from './setting.js';
import { SETTINGS } from './settings.js';

/** The settings as a table in Markdown. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, { shown, fallback, about }]: [string, Setting<unknown>]) =>
      row([`\`${name}\``, shown ?? `\`${String(fallback)}\``, about]),
  );
  return [row(['name', 'default', 'description']), row(['---', '---', '---']), ...rows].join('\n');
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
