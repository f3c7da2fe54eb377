import { Migration } from '@mikro-orm/migrations'

export class Migration20261121172434_device_turns_and_runs extends Migration {
  override name = 'Migration20261121172434_device_turns_and_runs'

  override up(): void | Promise<void> {
    this.addSql(`create index "change_deleted_index" on "change" ("space", "version") where deleted;`)

    this.addSql(
      `alter table "device" add "turn" bigint not null default '0', add "settled_turn" bigint not null default '-1', add "due_turn" bigint not null default '-1', add "due_at" timestamptz null, add "pruned_turn" bigint not null default '-1', add "copied" boolean not null default false;`,
    )

    this.addSql(`alter table "epoch" add "run" bigint not null default '0';`)

    this.addSql(`alter table "mutation_ledger" add "turn" bigint not null default '0';`)

    this.addSql(
      `alter table "space" add "run" bigint not null default '0', add "past" jsonb not null default '[]', add "floor" bigint not null default '0';`,
    )
  }

  override down(): void | Promise<void> {
    this.addSql(`drop index "change_deleted_index";`)

    this.addSql(
      `alter table "device" drop column "turn", drop column "settled_turn", drop column "due_turn", drop column "due_at", drop column "pruned_turn", drop column "copied";`,
    )

    this.addSql(`alter table "epoch" drop column "run";`)

    this.addSql(`alter table "mutation_ledger" drop column "turn";`)

    this.addSql(`alter table "space" drop column "run", drop column "past", drop column "floor";`)
  }
}
