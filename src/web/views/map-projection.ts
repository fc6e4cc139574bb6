/** Where an address is, on a map. Pure. */

import type { IpResult } from "../../ip/schema.ts";

/** The map: plate carrée, four units a degree, without the ice below 60° south and above 84° north. */
export const MAP = { width: 1440, height: 576, perDegree: 4, north: 84 } as const;

/** Degrees → units of the map from its top left. */
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
  /** Half axes of the circle on the ground, which this projection stretches; in units of the map. */
  readonly across: number;
  readonly up: number;
  /** The part of the map that is shown, and a wider one that says where that is; undefined where the view is as wide. */
  readonly view: View;
  readonly around: View | undefined;
  readonly label: string;
}

const METRES_PER_DEGREE = 111_320;

/** Degrees that the narrowest view is wide: a region with the borders around it. */
const NARROWEST = 16;
/** Degrees that the view around it is wide: a country with its neighbours. */
const AROUND = 45;

/** Undefined where no position is known. */
export function placeOf({
  latitude,
  longitude,
  accuracyRadius = 0,
  city,
  countryName,
}: IpResult): PlaceView | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  const { x, y } = project(latitude, longitude);
  const degrees = accuracyRadius / METRES_PER_DEGREE;
  const up = degrees * MAP.perDegree;
  const across = up / Math.max(Math.cos((latitude * Math.PI) / 180), 0.05);
  const viewOf = (least: number): View => {
    // The circle and a fifth more: a view is two fifths as high as it is wide.
    const width = Math.min(MAP.width, Math.max(least * MAP.perDegree, across * 4, up * 6));
    const height = width * (MAP.height / MAP.width);
    return {
      x: clamp(x - width / 2, 0, MAP.width - width),
      y: clamp(y - height / 2, 0, MAP.height - height),
      width,
      height,
    };
  };
  const [view, around] = [viewOf(NARROWEST), viewOf(AROUND)];
  return {
    x,
    y,
    across,
    up,
    view,
    around: around.width > view.width ? around : undefined,
    label: [city, countryName].filter((part) => part).join(", "),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
