import { UsdtAddView } from "./usdt-add-view.tsx"
import { useUsdtAdd } from "./use-usdt-add.ts"

/** Adds an address that an exchange gave the member. */
export const UsdtAddEx = () => <UsdtAddView variant="exchange" {...useUsdtAdd()} />
