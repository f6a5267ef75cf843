/* planar mechanisms at random: a cart or not, and rods on it or on one another, under gravity, with
 * springs and dampers in their joints. The master pushes a tip or the cart along x, or turns a
 * joint.
 *
 * Written twice: as a model file of the multibody code, and as equations in the joints' coordinates
 */
#ifndef TREES_H
#define TREES_H

#include <stdio.h>

enum { TREE_LINKS = 4 };

typedef struct unseen_link {
    int slides;   /* a cart on a line along x (the first only); otherwise a rod on a pin */
    int parent;   /* -1: the ground */
    double place; /* of the pin, as a part of the parent's length */
    double length, mass;
    double stiffness, damping; /* of its joint; the spring is at rest at the start */
    double start, rate;        /* m and m/s, or angle to the parent in rad, and rad/s */
} unseen_link;

typedef struct unseen_tree {
    int count; /* 0: no tree */
    int pushed;
    int turned; /* the joint of link `pushed`, not its tip along x */
    unseen_link link[TREE_LINKS];
} unseen_tree;

/* the tree of a number, and its name */
void unseen_tree_draw(int number, unseen_tree *tree, char *name, int size);
/* 0 if it cannot be written */
int unseen_tree_write(const unseen_tree *tree, double step, FILE *file);
/* accelerations of the joints for coordinates q, their rates v and the effort */
void unseen_tree_accelerations(const unseen_tree *tree, const double *q, const double *v,
                               double effort, double *a);
/* position and velocity of the interface */
void unseen_tree_interface(const unseen_tree *tree, const double *q, const double *v,
                           double *motion);

#endif
