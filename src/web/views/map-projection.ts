/** Map projection of an address. Pure. */

import type { IpResult } from "../../ip/schema.ts";

/** Plate carrée, four units per degree, from 60° south to 84° north. */
export const MAP = { width: 1440, height: 576, perDegree: 4, north: 84 } as const;

export function project(latitude: number, longitude: number): { readonly x: number; readonly y: number } {
  return {
    x: (longitude + 180) * MAP.perDegree,
    y: Math.min(Math.max((MAP.north - latitude) * MAP.perDegree, 0), MAP.height),
  };
}

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlaceView {
  readonly x: number;
  readonly y: number;
  /** Half axes of the circle, stretched by the projection, in units of the map. */
  readonly across: number;
  readonly up: number;
  /** Visible part of the map, and a wider overview; undefined if the view is already as wide. */
  readonly view: View;
  readonly around: View | undefined;
  readonly label: string;
}

const METRES_PER_DEGREE = 111_320;

/** Width of the narrowest view, in degrees: a region with the borders around it. */
const NARROWEST = 16;
/** Width of the overview, in degrees: a country with its neighbours. */
const AROUND = 45;

/** Undefined if the position is unknown. */
export function placeOf(result: IpResult): PlaceView | undefined {
  const { latitude, longitude, accuracyRadius = 0, city, countryName } = result;
  if (latitude === undefined || longitude === undefined) return undefined;
  const { x, y } = project(latitude, longitude);
  const degrees = accuracyRadius / METRES_PER_DEGREE;
  const up = degrees * MAP.perDegree;
  const across = up / Math.max(Math.cos((latitude * Math.PI) / 180), 0.05);
  const viewOf = (least: number): View => {
    // Fits the circle and a margin of a fifth; the view's height is two fifths of its width.
    const width = Math.min(MAP.width, Math.max(least * MAP.perDegree, across * 4, up * 6));
    const height = width * (MAP.height / MAP.width);
    return {
      x: clamp(x - width / 2, 0, MAP.width - width),
      y: clamp(y - height / 2, 0, MAP.height - height),
      width,
      height,
    };
  };
  const [view, wider] = [viewOf(NARROWEST), viewOf(AROUND)];
  const around = wider.width > view.width ? wider : undefined;
  return { x, y, across, up, view, around, label: [city, countryName].filter((part) => part).join(", ") };
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
