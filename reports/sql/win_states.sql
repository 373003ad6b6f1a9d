-- What a model of winning knows of every state: a row for each log, action and side (a team, or a player who plays
-- alone) after the action, with what the side has, and in other_... the most that any other side has. Of the
-- games that statistics count only those of one group, no more than $most of them (by chance), and without one game.
-- Actions are left out after which not everything is known of all players.
WITH grouped AS (
    SELECT
        log_id, edition, site,
        array_to_string(list_concat(sets, options, if(teams IS NULL, [], ['teams'])), '+') AS sets,
        players, teams,
        -- Logs that end in the same state are of one game, whatever it is called.
        md5(coalesce(digest, concat_ws('/', site, coalesce(game_id, log_id)))) AS game
    FROM games
    WHERE (counts OR NOT $counted)
        AND NOT coalesce(site = $without_site AND game_id = $without_game, false)
        AND coalesce(digest <> $without_digest, true)
),
wanted AS (
    SELECT * FROM grouped
    WHERE edition = $edition AND sets = $sets AND players = $players
    QUALIFY row_number() OVER (ORDER BY game, log_id) <= $most
),
known AS (
    SELECT log_id, action FROM states WHERE log_id IN (SELECT log_id FROM wanted)
    GROUP BY ALL
    HAVING bool_and(
        score IS NOT NULL AND achievements_count IS NOT NULL AND achievement_ages IS NOT NULL AND crown IS NOT NULL
        AND hand IS NOT NULL AND score_pile IS NOT NULL AND forecast IS NOT NULL AND display IS NOT NULL
        AND board_blue IS NOT NULL AND board_red IS NOT NULL AND board_green IS NOT NULL AND board_yellow IS NOT NULL
        AND board_purple IS NOT NULL AND splay_blue IS NOT NULL AND splay_red IS NOT NULL AND splay_green IS NOT NULL
        AND splay_yellow IS NOT NULL AND splay_purple IS NOT NULL
    )
),
-- Nobody holds these ages yet, so they can be claimed.
claimed AS (
    SELECT log_id, action, list_distinct(flatten(list(achievement_ages))) AS ages
    FROM states WHERE log_id IN (SELECT log_id FROM wanted)
    GROUP BY ALL
),
tops AS (
    SELECT log_id, action, seat, max(c.age) AS top_age
    FROM (
        SELECT log_id, action, seat, unnest([board_blue[-1], board_red[-1], board_green[-1], board_yellow[-1], board_purple[-1]]) AS card
        FROM states WHERE log_id IN (SELECT log_id FROM wanted)
    ) JOIN cards c USING (card)
    GROUP BY ALL
),
-- Whose action comes next, as the rules have it: the same player's until a turn has had its actions. Where the log ends
-- it is guessed: two actions a turn, one in the first.
acted AS (
    SELECT
        log_id, action, turn,
        coalesce(
            lead(seat) OVER later,
            if(number >= 2 OR (turn = 1 AND number >= 1), (seat + 1) % players, seat),
            0
        ) AS next_seat,
        coalesce(lead(turn) OVER later, if(number >= 2, turn + 1, turn)) = turn AS same_turn,
        lead(seat) OVER later IS NULL AS last,
        coalesce(seat, -1) AS seat
    FROM actions JOIN wanted USING (log_id)
    WINDOW later AS (PARTITION BY log_id ORDER BY action)
),
first AS (
    SELECT log_id, arg_min(seat, action) AS seat FROM actions WHERE seat IS NOT NULL GROUP BY ALL
),
seats AS (
    SELECT
        w.edition, w.sets, w.players, w.game, s.log_id, s.action, s.turn, s.seat,
        coalesce(w.teams[s.seat + 1], s.seat) AS side,
        p.win_points,
        s.achievements_count AS achievements,
        s.score,
        least(coalesce(t.top_age, 0), 10) AS top_age,
        s.crown, s.leaf, s.lightbulb, s.castle, s.factory, s.clock,
        len(s.hand) AS hand,
        len(s.score_pile) AS score_pile,
        len(s.forecast) + len(s.display) AS waiting,
        len(s.board_blue) + len(s.board_red) + len(s.board_green) + len(s.board_yellow) + len(s.board_purple) AS board,
        len(list_filter([s.board_blue, s.board_red, s.board_green, s.board_yellow, s.board_purple], lambda pile: len(pile) > 0)) AS colors,
        len(list_filter([s.splay_blue, s.splay_red, s.splay_green, s.splay_yellow, s.splay_purple], lambda splay: splay <> 'none')) AS splayed,
        len(list_filter(range(1, 10), lambda age: NOT list_contains(c.ages, age) AND 5 * age <= s.score AND age <= coalesce(t.top_age, 0))) AS claimable,
        -- Actions in a row that the seat is about to take, and turns of others before.
        if(a.next_seat = s.seat, if(a.turn = 0 OR (a.same_turn AND a.seat = s.seat), 1, 2), 0) AS tempo,
        (s.seat - a.next_seat + w.players) % w.players AS wait,
        (s.seat - f.seat + w.players) % w.players AS place,
        a.last,
        a.seat AS acted
    FROM states s
    JOIN known USING (log_id, action)
    JOIN wanted w USING (log_id)
    JOIN players p USING (log_id, seat)
    JOIN acted a USING (log_id, action)
    JOIN claimed c USING (log_id, action)
    JOIN first f USING (log_id)
    LEFT JOIN tops t USING (log_id, action, seat)
),
sides AS (
    SELECT
        edition, sets, players, game, log_id, action, any_value(turn) AS turn, side,
        sum(win_points) AS win_points,
        max(top_age)::DOUBLE AS top_age,
        max(tempo)::DOUBLE AS tempo,
        min(wait)::DOUBLE AS wait,
        min(place)::DOUBLE AS place,
        any_value(last) AS last,
        bool_or(acted = seat) AS acting,
        sum(achievements)::DOUBLE AS achievements,
        sum(score)::DOUBLE AS score,
        sum(crown)::DOUBLE AS crown,
        sum(leaf)::DOUBLE AS leaf,
        sum(lightbulb)::DOUBLE AS lightbulb,
        sum(castle)::DOUBLE AS castle,
        sum(factory)::DOUBLE AS factory,
        sum(clock)::DOUBLE AS clock,
        sum(hand)::DOUBLE AS hand,
        sum(score_pile)::DOUBLE AS score_pile,
        sum(waiting)::DOUBLE AS waiting,
        sum(board)::DOUBLE AS board,
        sum(colors)::DOUBLE AS colors,
        sum(splayed)::DOUBLE AS splayed,
        sum(claimable)::DOUBLE AS claimable
    FROM seats
    GROUP BY ALL
),
others AS (
    SELECT
        s.log_id, s.action, s.side,
        max(o.top_age) AS other_top_age,
        max(o.achievements) AS other_achievements,
        max(o.score) AS other_score,
        max(o.crown) AS other_crown,
        max(o.leaf) AS other_leaf,
        max(o.lightbulb) AS other_lightbulb,
        max(o.castle) AS other_castle,
        max(o.factory) AS other_factory,
        max(o.clock) AS other_clock,
        max(o.hand) AS other_hand,
        max(o.score_pile) AS other_score_pile,
        max(o.waiting) AS other_waiting,
        max(o.board) AS other_board,
        max(o.colors) AS other_colors,
        max(o.splayed) AS other_splayed,
        max(o.claimable) AS other_claimable
    FROM sides s JOIN sides o ON s.log_id = o.log_id AND s.action = o.action AND s.side <> o.side
    GROUP BY ALL
)
SELECT *
FROM sides JOIN others USING (log_id, action, side) JOIN (SELECT log_id, site FROM wanted) USING (log_id)
ORDER BY game, log_id, action, side
