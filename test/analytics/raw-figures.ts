import type { Dimension } from '../../src/modules/analytics/figures/dimensions.js';
import { uuidOf } from '../../src/shared/kernel/ids.js';
import type { TestService } from '../support/test-service.js';

interface Row {
  id: string;
  audienceId: string;
  started: number;
  values: Record<Dimension, string[]>;
  visits: number;
  engagedSeconds: number;
  bounces: number;
  conversions: number;
  questions: number;
}

export interface Asks {
  /** Path of the page or the audience. */
  scope: string;
  from: number;
  to: number;
  interval: string;
  timeZone: string;
  breakdown: Dimension;
}

const spaced = (text: string | null) => (text ?? '').trim().split(/ +/).join(' ');

/** Compares the answers of the service with sums over the sessions themselves, by other code. */
export class RawFigures {
  /** Erased sessions lose their questions, which still count. */
  private readonly erasedQuestions = new Map<string, string[]>();

  constructor(private readonly service: TestService) {}

  /** Call it before the person of the session is erased. */
  async rememberQuestions(sessionId: string): Promise<void> {
    const row = (await this.rows()).find(({ id }) => id === sessionId);
    if (row) this.erasedQuestions.set(sessionId, row.values.question);
  }

  /** Call it when the session is computed anew. */
  forgetQuestions(sessionId: string): void {
    this.erasedQuestions.delete(sessionId);
  }

  /** Of all sessions, or of those of an audience. */
  async compare({ scope, from, to, ...asks }: Asks, audienceId?: string): Promise<void> {
    const { breakdown } = asks;
    const query = new URLSearchParams({ from: `+${from}`, to: `+${to}`, ...asks });
    const { body } = await this.service.home.api
      .get(`/v0${scope}/analytics?${query}&compare=true&limit=100`)
      .expect(200);
    const all = await this.rows();
    const rows = audienceId === undefined ? all : all.filter((row) => row.audienceId === audienceId);
    const within = (start: number, end: number) =>
      rows.filter(({ started }) => started >= start && started < end);
    for (const period of [body, body.previous]) {
      const borders = [
        ...period.series.map((bucket: { from: string }) => Number(bucket.from)),
        Number(period.to),
      ];
      expect(period.totals).toEqual(summed(within(Number(period.from), Number(period.to))));
      for (const [at, { from: start, ...shown }] of period.series.entries())
        expect(shown).toEqual(summed(within(Number(start), borders[at + 1])));
    }
    const values = new Set(within(from, to).flatMap((row) => row.values[breakdown]));
    const expected = [...values].map((value) => ({
      kind: value === '' ? 'none' : 'value',
      value: value || null,
      ...summed(within(from, to).filter((row) => row.values[breakdown].includes(value))),
      ...(breakdown === 'question' && {
        questions: within(from, to).flatMap((row) => row.values.question.filter((each) => each === value))
          .length,
      }),
    }));
    const shown = body.breakdown.map(
      ({ name: _, value, ...rest }: { name: unknown; value: string | null }) => ({
        ...rest,
        value: value && (uuidOf('audience', value) ?? uuidOf('link', value) ?? value),
      }),
    );
    const byValue = (a: { value: string | null }, b: { value: string | null }) =>
      String(a.value) < String(b.value) ? -1 : 1;
    expect(shown.sort(byValue)).toEqual(expected.sort(byValue));
  }

  private async rows(): Promise<Row[]> {
    const { rows } = await this.service.pool.query(
      `select extract(epoch from session_started_at)::float8 * 1000 as started, s.* from audience_session s
       where tenant_id = $1 and computation_status = 'completed' and session_started_at > '2026-01-01'`,
      [this.service.home.id],
    );
    return rows.map((row) => ({
      id: row.id,
      audienceId: row.audience_id,
      started: row.started,
      values: {
        audience: [row.audience_id],
        link: [row.page_link_id],
        source: [spaced(row.utm_source)],
        medium: [row.utm_medium ?? ''],
        campaign: [row.utm_campaign ?? ''],
        referrer: [row.referrer ?? ''],
        device: [row.device ?? ''],
        question:
          this.erasedQuestions.get(row.id) ??
          row.interactions.map(({ label }: { label: string }) => spaced(label).toLowerCase()),
      },
      visits: 1,
      engagedSeconds: row.time_spent_seconds,
      bounces: Number(row.is_bounce),
      conversions: Number(row.has_conversion),
      questions: Number(row.questions_asked_count),
    }));
  }
}

function summed(rows: readonly Omit<Row, 'values' | 'started'>[]) {
  const sum = (name: 'visits' | 'engagedSeconds' | 'bounces' | 'conversions' | 'questions') =>
    rows.reduce((total, row) => total + row[name], 0);
  return {
    visits: sum('visits'),
    engagedSeconds: expect.closeTo(sum('engagedSeconds'), 6) as number,
    bounceRate: rows.length > 0 ? sum('bounces') / rows.length : null,
    conversions: sum('conversions'),
    questions: sum('questions'),
  };
}
