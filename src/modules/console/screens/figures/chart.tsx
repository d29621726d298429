import type { ComponentChildren, VNode } from 'preact';
import { Scrolled } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import type { Table } from './tables.js';

interface ChartLinks {
  download: string;
  /** Undefined if there is only the table. */
  picture?: string;
  /** Shows the chart to everybody who has it. */
  shared?: string;
  /** Whether it also works elsewhere than on this machine. */
  isPublic?: boolean;
}

interface ChartProps {
  id: string;
  title: string;
  /** The chart in words. */
  about: string;
  table: Table;
  links: ChartLinks;
  /** Between the heading and the chart. */
  children?: ComponentChildren;
}

/** A chart, the table behind it, and what can be taken along. */
export function Chart({ id, title, about, table, links, children }: ChartProps): VNode {
  const { figures } = words;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
      {links.picture ? (
        <Scrolled label={`${figures.chart}: ${title}`}>
          <img class="chart" src={links.picture} alt={about} />
        </Scrolled>
      ) : (
        <ScrolledTable of={table} title={title} />
      )}
      <div class="beneath">
        {links.picture && (
          <details>
            <summary>{figures.table}</summary>
            <ScrolledTable of={table} title={title} />
          </details>
        )}
        {links.shared && (
          <details>
            <summary>{figures.shareLink}</summary>
            <p class="hint">{links.isPublic ? figures.shareAbout : figures.shareHere}</p>
            <p class="secret">
              <code>{links.shared}</code>
            </p>
          </details>
        )}
        <a href={links.download} download>
          {figures.download}
          <span class="unseen">: {title}</span>
        </a>
      </div>
    </section>
  );
}

function ScrolledTable({ of: table, title }: { of: Table; title: string }): VNode {
  return (
    <Scrolled label={`${words.figures.table}: ${title}`}>
      <FigureTable of={table} />
    </Scrolled>
  );
}

function FigureTable({ of: { columns, rows } }: { of: Table }): VNode {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...cells], row) => (
          <tr key={row}>
            <th scope="row">
              <bdi>{first!.href ? <a href={first!.href}>{first!.text}</a> : first!.text}</bdi>
            </th>
            {cells.map(({ text }, column) => (
              <td key={columns[column + 1]}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
