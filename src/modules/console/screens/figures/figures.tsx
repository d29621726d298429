import type { VNode } from 'preact';
import { SelectField, TextField } from '../../parts/fields.js';
import { FilterForm } from '../../parts/filter-form.js';
import { FormState } from '../../parts/form-state.js';
import { Empty, Heading } from '../../parts/shown.js';
import { words } from '../../words/english.js';
import { answerOrForm, type ScreenAnswer, type Screens, type Shown, type Visit } from '../kit/screen.js';
import { FIGURES_PATH, figuresWith } from './address.js';
import {
  analyticsOf,
  analyticsQuery,
  figureFiltersIn,
  breakdownQuery,
  dimensionsOf,
  PERIODS,
  type AnalyticsQuery,
  type FigureFilters,
} from './figure-filters.js';
import { breakdownOf, MOST_PAGES, type Breakdown } from './breakdown.js';
import { Chart } from './chart.js';
import { PAGE_QUERY, SubjectFields, subjectsOf, type Subjects } from './subject-fields.js';
import { csvOf, seriesTable, type Figures, type Table } from './tables.js';
import { Totals } from './totals.js';

export const figureScreens: Screens = {
  'GET /figures': showFigures,
  'GET /figures/series.svg': (visit) => chart(visit, analyticsQuery),
  'GET /figures/breakdown.svg': (visit) => chart(visit, breakdownQuery),
  'GET /figures/series.csv': async ({ api, query }) => {
    const filters = figureFiltersIn(query);
    return download('series', seriesTable(await analyticsOf(api, filters).get(analyticsQuery(filters))));
  },
  'GET /figures/breakdown.csv': async ({ api, query }) =>
    download('breakdown', (await breakdownOf(api, figureFiltersIn(query), query)).table),
};

async function chart(
  { api, query }: Visit,
  queryOf: (filters: FigureFilters) => AnalyticsQuery,
): Promise<ScreenAnswer> {
  const filters = figureFiltersIn(query);
  return { svg: await analyticsOf(api, filters).chart(queryOf(filters)) };
}

function download(name: string, table: Table): ScreenAnswer {
  return { csv: csvOf(table), name: `${name}.csv` };
}

async function showFigures(visit: Visit): Promise<Shown> {
  const { api, query } = visit;
  const filters = figureFiltersIn(query);
  const pageQuery = query.get(PAGE_QUERY)?.trim() || undefined;
  const [subjects, answer] = await Promise.all([
    subjectsOf(api, filters, pageQuery),
    answerOf(visit, filters),
  ]);
  const { figures } = words;
  return {
    title: figures.title,
    section: 'figures',
    status: answer instanceof FormState ? 400 : 200,
    content: (
      <>
        <Heading title={figures.title} about={figures.about}>
          <Periods filters={filters} query={query} />
        </Heading>
        <Filters
          filters={filters}
          subjects={subjects}
          state={answer instanceof FormState ? answer : FormState.of(valuesOf(filters, query))}
        />
        {!(answer instanceof FormState) && <Results {...answer} filters={filters} visit={visit} />}
      </>
    ),
  };
}

/** What the API can refuse. */
const PERIOD_FIELDS = ['from', 'to', 'interval', 'timeZone'];

interface Answers {
  series: Figures;
  breakdown: Breakdown;
}

/** The figures, or the form with what the API says about it. */
async function answerOf({ api, query }: Visit, filters: FigureFilters): Promise<Answers | FormState> {
  const both = Promise.all([
    analyticsOf(api, filters).get(analyticsQuery(filters)),
    breakdownOf(api, filters, query),
  ]);
  return answerOrForm(
    new URLSearchParams(valuesOf(filters, query)),
    PERIOD_FIELDS,
    both.then(([series, breakdown]) => ({ series, breakdown })),
  );
}

/** The fields that say what is shown. An interval that follows from the period stays open. */
function valuesOf(filters: FigureFilters, query: URLSearchParams): Record<string, string> {
  const { pageId = '', audienceId = '', from, to, timeZone, compare } = filters;
  const interval = query.get('interval') ?? '';
  const pageQuery = query.get(PAGE_QUERY)?.trim() ?? '';
  return {
    ...{ pageId, audienceId, from, to, interval, timeZone },
    ...{ compare: String(compare), [PAGE_QUERY]: pageQuery },
  };
}

function Periods({ filters, query }: { filters: FigureFilters; query: URLSearchParams }): VNode {
  const { figures } = words;
  return (
    <nav class="tabs" aria-label={figures.period}>
      {PERIODS.map((days) => (
        <a
          key={days}
          href={figuresWith(query, { days, from: '', to: '', interval: '' })}
          aria-current={days === filters.days ? 'true' : undefined}
        >
          {figures.periods[days]}
        </a>
      ))}
    </nav>
  );
}

interface FiltersProps {
  filters: FigureFilters;
  subjects: Subjects;
  state: FormState;
}

function Filters({ filters, subjects, state }: FiltersProps): VNode {
  const { figures } = words;
  return (
    <FilterForm
      to={FIGURES_PATH}
      state={state}
      button={figures.show}
      clearTo={FIGURES_PATH}
      clear={figures.clear}
    >
      {filters.days !== undefined && <input type="hidden" name="days" value={filters.days} />}
      <input type="hidden" name="breakdown" value={filters.breakdown} />
      {filters.pageId !== undefined && <input type="hidden" name="audienceOf" value={filters.pageId} />}
      <SubjectFields of={subjects} />
      <TextField name="from" label={figures.from} type="date" />
      <TextField name="to" label={figures.to} type="date" />
      <SelectField
        name="interval"
        label={figures.interval}
        choices={[['', figures.anyInterval], ...Object.entries(figures.intervals)]}
      />
      <SelectField name="compare" label={figures.compare} choices={Object.entries(figures.comparisons)} />
      <TextField name="timeZone" label={figures.timeZone} />
    </FilterForm>
  );
}

function Results({
  series,
  breakdown,
  filters,
  visit,
}: Answers & { filters: FigureFilters; visit: Visit }): VNode {
  const { figures } = words;
  const { query, apiUrl } = visit;
  const dimension = filters.breakdown;
  if (series.totals.visits === 0 && (series.previous?.totals.visits ?? 0) === 0)
    return (
      <Empty title={figures.none}>
        <p>{figures.noneAbout}</p>
      </Empty>
    );
  return (
    <>
      <Totals of={series} />
      <Chart
        id="series"
        title={figures.seriesTitle}
        about={figures.seriesChart(series.totals.visits)}
        table={seriesTable(series)}
        links={linksOf('series', query, series.chartUrl, apiUrl)}
      />
      <Chart
        id="breakdown"
        title={figures.breakdownTitle(figures.dimensions[dimension])}
        about={figures.breakdownChart(figures.dimensions[dimension])}
        table={breakdown.table}
        links={linksOf('breakdown', query, breakdown.chartUrl, apiUrl)}
      >
        <Dimensions filters={filters} query={query} />
        {dimension === 'page' && <p class="hint">{figures.pagesShown(MOST_PAGES)}</p>}
      </Chart>
    </>
  );
}

function Dimensions({ filters, query }: { filters: FigureFilters; query: URLSearchParams }): VNode {
  const { figures } = words;
  return (
    <nav class="tabs" aria-label={figures.by}>
      {dimensionsOf(filters.pageId).map((each) => (
        <a
          key={each}
          href={`${figuresWith(query, { breakdown: each })}#breakdown`}
          aria-current={each === filters.breakdown ? 'true' : undefined}
        >
          {figures.dimensions[each]}
        </a>
      ))}
    </nav>
  );
}

function linksOf(name: string, query: URLSearchParams, chartUrl: string | undefined, apiUrl: string) {
  const download = `${FIGURES_PATH}/${name}.csv?${query}`;
  if (chartUrl === undefined) return { download };
  return {
    download,
    picture: `${FIGURES_PATH}/${name}.svg?${query}`,
    // Without PUBLIC_URL, the API does not know its own address.
    shared: new URL(chartUrl, apiUrl).href,
    isPublic: URL.canParse(chartUrl),
  };
}
