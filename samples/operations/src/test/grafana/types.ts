// The type that Grafana's schema gives the dashboard, with the options of the kinds of panels that it has.
import type { DataQuery } from '@grafana/schema';
import type { Dashboard, FieldConfig, Panel } from '@grafana/schema/dist/esm/raw/dashboard/x/Dashboard_types.gen';
import type { Options as StatOptions } from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen';
import type {
	FieldConfig as TimeSeriesFieldConfig,
	Options as TimeSeriesOptions
} from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen';

// In JSON the constants of an enum are their values.
type Json<T> = T extends string ? `${T}`
	: T extends (infer E)[] ? Json<E>[]
	: T extends object ? { [K in keyof T]: Json<T[K]> }
	: T;

// Not part of Grafana's package: what its Prometheus data source reads.
type PrometheusQuery = DataQuery & { editorMode: 'code', expr: string, legendFormat: string, range: boolean };

type PanelOf<Type, Options, Custom> = Omit<Panel, 'type' | 'options' | 'fieldConfig' | 'targets'> & {
	type: Type,
	options: Options,
	fieldConfig: { defaults: Omit<FieldConfig, 'custom'> & { custom?: Custom }, overrides: never[] },
	targets: PrometheusQuery[]
};

export type PlatformDashboard = Json<Omit<Dashboard, 'panels'> & {
	panels: (PanelOf<'stat', StatOptions, never> | PanelOf<'timeseries', TimeSeriesOptions, TimeSeriesFieldConfig>)[]
}>;
