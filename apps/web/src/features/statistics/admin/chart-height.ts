/** About as high as the table beside it. */
export const CHART_HEIGHT_PX = 320;
