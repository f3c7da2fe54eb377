import { Migration } from '@mikro-orm/migrations';

/** Cases of things and accounts. Open reports join one, and what is hidden already gets the decision that it had no words for. */
export class Migration20261129061552_cases extends Migration {

  override name = 'Migration20261129061552_cases';

  override up(): void | Promise<void> {
    this.addSql(`create table "case_appeal" ("id" uuid not null, "decision_id" uuid not null, "user_id" uuid not null, "side" text not null, "text" text not null, "state" text not null default 'open', "answer" text null, "decided_by" uuid null, "decided_at" timestamptz null, "due_at" timestamptz not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "case_appeal_user_id_index" on "case_appeal" ("user_id");`);
    this.addSql(`alter table "case_appeal" add constraint "case_appeal_decision_id_user_id_unique" unique ("decision_id", "user_id");`);

    this.addSql(`create table "moderation_case" ("id" uuid not null, "object_type" text not null, "object_id" uuid not null, "target_user_id" uuid not null, "sources" text[] not null, "preview" text not null, "priority" int not null, "due_at" timestamptz not null, "state" text not null default 'open', "claimed_by" uuid null, "claim_until" timestamptz null, "version" int not null default 0, "created_at" timestamptz not null, "closed_at" timestamptz null, primary key ("id"));`);
    this.addSql(`create unique index "moderation_case_open_unique" on "moderation_case" ("object_type", "object_id") where state <> 'closed';`);
    this.addSql(`create index "moderation_case_due_index" on "moderation_case" ("priority", "due_at", "id") where state <> 'closed';`);
    this.addSql(`create index "moderation_case_state_closed_at_id_index" on "moderation_case" ("state", "closed_at", "id");`);
    this.addSql(`create index "moderation_case_target_user_id_index" on "moderation_case" ("target_user_id");`);
    this.addSql(`create index "moderation_case_object_id_index" on "moderation_case" ("object_id");`);

    this.addSql(`create table "case_evidence" ("id" uuid not null, "case_id" uuid not null, "text" text not null, "context" jsonb not null, "taken_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "case_evidence_case_id_taken_at_index" on "case_evidence" ("case_id", "taken_at");`);

    this.addSql(`create table "case_note" ("id" uuid not null, "case_id" uuid not null, "user_id" uuid null, "text" text not null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "case_note_case_id_created_at_index" on "case_note" ("case_id", "created_at");`);

    this.addSql(`create table "moderation_decision" ("id" uuid not null, "case_id" uuid not null, "object_type" text not null, "object_id" uuid not null, "target_user_id" uuid not null, "actor_id" uuid null, "kind" text not null, "ground" text not null, "clause" text not null, "facts" text not null, "automated" text not null default 'none', "restrict" text null, "until" timestamptz null, "before" jsonb null, "reversed_by" uuid null, "reversed_at" timestamptz null, "created_at" timestamptz not null, primary key ("id"));`);
    this.addSql(`create index "moderation_decision_case_id_created_at_index" on "moderation_decision" ("case_id", "created_at");`);
    this.addSql(`create index "moderation_decision_target_user_id_created_at_id_index" on "moderation_decision" ("target_user_id", "created_at", "id");`);
    this.addSql(`create index "moderation_decision_object_id_kind_created_at_index" on "moderation_decision" ("object_id", "kind", "created_at");`);
    this.addSql(`create index "moderation_decision_alive_index" on "moderation_decision" ("target_user_id", "kind", "restrict") where reversed_at is null;`);

    this.addSql(`alter table "report" add "reporter_email" varchar(254) null, add "case_id" uuid null;`);
    this.addSql(`alter table "report" alter column "reporter_id" drop not null;`);
    this.addSql(`create index "report_case_id_index" on "report" ("case_id");`);
    this.addSql(`create index "report_reporter_id_created_at_id_index" on "report" ("reporter_id", "created_at", "id");`);

    this.addSql(`alter table "case_appeal" add constraint "case_appeal_side_check" check ("side" in ('author', 'reporter'));`);
    this.addSql(`alter table "case_appeal" add constraint "case_appeal_state_check" check ("state" in ('open', 'upheld', 'reversed', 'changed'));`);

    this.addSql(`alter table "moderation_case" add constraint "moderation_case_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream'));`);
    this.addSql(`alter table "moderation_case" add constraint "moderation_case_state_check" check ("state" in ('open', 'decided', 'appealed', 'closed'));`);

    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_object_type_check" check ("object_type" in ('feed', 'gallery', 'photo', 'video', 'product', 'comment', 'performer', 'user', 'message', 'stream'));`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_kind_check" check ("kind" in ('none', 'warn', 'hide', 'restrict', 'suspend', 'restore'));`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_ground_check" check ("ground" in ('illegal', 'terms'));`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_clause_check" check ("clause" in ('law', 'minors', 'consent', 'impersonation', 'harassment', 'hate', 'violence', 'self-harm', 'fraud', 'spam', 'copyright', 'privacy', 'other'));`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_automated_check" check ("automated" in ('none', 'detection', 'decision'));`);
    this.addSql(`alter table "moderation_decision" add constraint "moderation_decision_restrict_check" check ("restrict" in ('publish', 'message', 'comment', 'sell'));`);

    this.addSql(CASES)
    this.addSql(`update "report" r set case_id = c.id from "moderation_case" c where r.state = 'open' and c.object_type = r.object_type and c.object_id = r.object_id;`);
    this.addSql(EVIDENCE)
    this.addSql(FILES)
    this.addSql(DECISIONS)
  }

  override down(): void | Promise<void> {
    this.addSql(`drop table if exists "case_appeal" cascade;`);
    this.addSql(`drop table if exists "moderation_case" cascade;`);
    this.addSql(`drop table if exists "case_evidence" cascade;`);
    this.addSql(`drop table if exists "case_note" cascade;`);
    this.addSql(`drop table if exists "moderation_decision" cascade;`);

    this.addSql(`drop index "report_case_id_index";`);
    this.addSql(`drop index "report_reporter_id_created_at_id_index";`);
    this.addSql(`alter table "report" drop column "reporter_email", drop column "case_id";`);
    this.addSql(`delete from "report" where "reporter_id" is null;`);
    this.addSql(`alter table "report" alter column "reporter_id" set not null;`);
    this.addSql(`delete from "attachment" where "role" = 'evidence';`);
  }

}

const CASES = `insert into moderation_case (id, object_type, object_id, target_user_id, sources, preview, priority, due_at, created_at)
  select gen_random_uuid(), r.object_type, r.object_id, (array_agg(r.target_user_id))[1], array['report'],
    left((array_agg(coalesce(r.snapshot->>'text', '') order by r.created_at))[1], 200), min(u.priority),
    min(r.created_at + u.hours * interval '1 hour'), min(r.created_at)
  from report r cross join lateral (
    select case r.category when 'minor' then 0 when 'non-consensual' then 1 when 'illegal' then 2 when 'impersonation' then 2 else 3 end,
      case r.category when 'minor' then 1 when 'non-consensual' then 24 when 'illegal' then 72 when 'impersonation' then 72 else 168 end
  ) u(priority, hours)
  where r.state = 'open' group by r.object_type, r.object_id;`

const EVIDENCE = `insert into case_evidence (id, case_id, text, context, taken_at)
  select id, case_id, coalesce(snapshot->>'text', ''), '[]', created_at from report where case_id is not null;`

const FILES = `insert into attachment (file_id, role, holder_type, holder_id, position)
  select distinct on (f.id, r.id) f.id, 'evidence', 'evidence', r.id, k.place - 1 from report r
  cross join lateral jsonb_array_elements_text(coalesce(r.snapshot->'fileIds', '[]')) with ordinality k(id, place)
  join file f on f.id = k.id::uuid where r.case_id is not null order by f.id, r.id, k.place;`

/** The audit knows the state before a thing was hidden. These cases are closed: nothing about them waits. */
const DECISIONS = `with hidden (type, id, owner) as (
    select 'feed', id, performer_id from post where status = 'hidden'
    union all select kind, id, performer_id from asset where status = 'hidden'
    union all select 'comment', id, author_id from comment where status = 'hidden'
    union all select 'message', id, sender_id from message where is_hidden and not is_deleted
    union all select 'stream', id, performer_id from stream where is_hidden
    union all select case when is_performer then 'performer' else 'user' end, id, id from "user" where status = 'suspended'
  ), told as (
    select h.*, gen_random_uuid() as case_id, h.type in ('performer', 'user') as is_account, e.at, e.before
    from hidden h left join lateral (
      select a.id, a.at, a.before from audit_entry a where a.subject_id = h.id::text
        and a.action in ('content.hide', 'account.suspend') order by a.at desc limit 1
    ) e on true
  ), made as (
    insert into moderation_case (id, object_type, object_id, target_user_id, sources, preview, priority, due_at, state, version, created_at, closed_at)
    select case_id, type, id, owner, array['staff'], '', 3, coalesce(at, now()), 'closed', 1, coalesce(at, now()), now() from told
  )
  insert into moderation_decision (id, case_id, object_type, object_id, target_user_id, kind, ground, clause, facts, before, created_at)
  select gen_random_uuid(), case_id, type, id, owner, case when is_account then 'suspend' else 'hide' end, 'terms', 'other',
    'It was decided before reasons were kept with a decision.',
    case when is_account then jsonb_build_object('status', 'active') when jsonb_exists(before, 'status') then jsonb_build_object('status', before->>'status') end,
    coalesce(at, now())
  from told;`
