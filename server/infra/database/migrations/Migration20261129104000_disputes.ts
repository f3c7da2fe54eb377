import { Migration } from '@mikro-orm/migrations';

export class Migration20261129104000_disputes extends Migration {

  override name = 'Migration20261129104000_disputes';

  override up(): void | Promise<void> {
    this.addSql(`create table "dispute" ("id" uuid not null, "gateway_id" varchar(255) not null, "order_id" uuid not null, "fan_id" uuid not null, "amount" int not null, "currency" varchar(3) not null, "reason" varchar(60) not null, "is_inquiry" boolean not null default false, "state" text not null default 'open', "due_at" timestamptz null, "version" int not null default 0, "created_at" timestamptz not null, "closed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`alter table "dispute" add constraint "dispute_gateway_id_unique" unique ("gateway_id");`);
    this.addSql(`create index "dispute_order_id_index" on "dispute" ("order_id");`);
    this.addSql(`create index "dispute_created_at_id_index" on "dispute" ("created_at", "id");`);
    this.addSql(`create index "dispute_state_due_at_index" on "dispute" ("state", "due_at");`);
    this.addSql(`create index "dispute_fan_id_index" on "dispute" ("fan_id");`);

    this.addSql(`create table "dispute_decision" ("id" uuid not null, "dispute_id" uuid not null, "kind" text not null, "evidence" jsonb not null, "state" text not null default 'asked', "failure" text null, "actor_id" uuid null, "created_at" timestamptz not null, "closed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create index "dispute_decision_dispute_id_created_at_index" on "dispute_decision" ("dispute_id", "created_at");`);
    this.addSql(`create unique index "dispute_decision_asked_unique" on "dispute_decision" ("dispute_id") where state = 'asked';`);

    this.addSql(`alter table "dispute" add constraint "dispute_state_check" check ("state" in ('open', 'answered', 'won', 'lost', 'accepted'));`);

    this.addSql(`alter table "dispute_decision" add constraint "dispute_decision_kind_check" check ("kind" in ('answer', 'accept'));`);
    this.addSql(`alter table "dispute_decision" add constraint "dispute_decision_state_check" check ("state" in ('asked', 'done', 'failed'));`);

    // Disputes that are known by their money; a job looks up the due dates of those that are open.
    this.addSql(`insert into "dispute" ("id", "gateway_id", "order_id", "fan_id", "amount", "currency", "reason", "state", "created_at", "closed_at")
      select gen_random_uuid(), r."id", o."id", o."user_id", r."amount", o."currency", '', r."status", r."created_at", r."closed_at"
      from "payment_reversal" r join "payment_order" o on o."id" = r."order_id"
      where r."reason" = 'dispute' and r."status" in ('open', 'won', 'lost');`);
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "dispute" cascade;`);
    this.addSql(`drop table if exists "dispute_decision" cascade;`);
  }

}
