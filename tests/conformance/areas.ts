/** The areas of the file, each with what drives it. An area "x.y" is driven by "x.y" or, where that is not listed, by "x". */
import type { Area } from "./area.ts"
import { navigationArea } from "./areas/navigation.ts"

const areas: Readonly<Record<string, Area>> = {
  navigation: navigationArea,
  lifecycle: navigationArea,
  asyncPage: navigationArea,
}

export const areaOf = (name: string): Area | undefined => {
  const names = [name, name.split(".")[0] ?? name]
  return names.map((known) => (Object.hasOwn(areas, known) ? areas[known] : undefined)).find((area) => area)
}
